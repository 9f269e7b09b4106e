#include "checker/head_output.hpp"

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t most_bits = 1U << 18;  // of an exact weight

// The group of the largest scaled score. (A logarithm of what is above 1 is positive; of 1 it stands for no factor.)
ScoreGroups::const_iterator best_of(const Head& head, const ScoreGroups& groups) {
  return head.factor < 0 ? groups.begin() : std::prev(groups.end());
}

std::vector<Number> mean(const ScoreGroup& group) {
  std::vector<Number> result;
  for (const mpq_class& sum : group.sums) result.emplace_back(mpq_class(sum / group.count));
  return result;
}

// k^e where scale * (score - best) = e * log(k) with whole e for every group: these are the weights, divided by the best one's.
bool rational_weights(const Head& head, const ScoreGroups& groups, std::vector<mpq_class>& weights) {
  if (head.logarithm == 1 || head.root != 1) return false;
  const mpq_class& best = best_of(head, groups)->first;
  const std::size_t bits =
      mpz_sizeinbase(head.logarithm.get_num_mpz_t(), 2) + mpz_sizeinbase(head.logarithm.get_den_mpz_t(), 2);
  for (const auto& [score, group] : groups) {
    const mpq_class exponent = head.factor * (best - score);  // >= 0
    if (exponent.get_den() != 1 ||
        exponent * static_cast<unsigned long>(bits) > static_cast<unsigned long>(most_bits))
      return false;
    mpz_class numerator, denominator;
    mpz_pow_ui(numerator.get_mpz_t(), head.logarithm.get_den_mpz_t(), exponent.get_num().get_ui());
    mpz_pow_ui(denominator.get_mpz_t(), head.logarithm.get_num_mpz_t(), exponent.get_num().get_ui());
    weights.emplace_back(numerator, denominator);
  }
  return true;
}

std::vector<Number> weighted(const ScoreGroups& groups, const std::vector<mpq_class>& weights) {
  mpq_class total = 0;
  std::vector<mpq_class> sums(groups.begin()->second.sums.size());
  std::size_t g = 0;
  for (const auto& [score, group] : groups) {
    total += weights[g] * group.count;
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += weights[g] * group.sums[c];
    ++g;
  }
  if (total == 0) throw Rejection("all weights of a head are zero");
  std::vector<Number> result;
  for (const mpq_class& sum : sums) result.emplace_back(mpq_class(sum / total));
  return result;
}

// Whether each group has the same mean at coordinate c: then it is the head's, whatever the weights.
bool same_mean(const ScoreGroups& groups, std::size_t c) {
  const ScoreGroup& first = groups.begin()->second;
  for (const auto& [score, group] : groups) {
    if (group.sums[c] * first.count != first.sums[c] * group.count) return false;
  }
  return true;
}

}  // namespace

std::vector<Number> softmax_output(const Head& head, const ScoreGroups& groups, mpfr_prec_t precision) {
  std::vector<mpq_class> weights;
  if (head.factor == 0) return weighted(groups, std::vector<mpq_class>(groups.size(), mpq_class(1)));
  if (rational_weights(head, groups, weights)) return weighted(groups, weights);
  // Weights divided by the best one's: e^(scale * (score - best)), at most 1.
  Enclosure scale(head.factor, precision);
  if (head.root != 1) scale = scale * square_root(Enclosure(mpq_class(head.root), precision));
  if (head.logarithm != 1) scale = scale * logarithm(Enclosure(head.logarithm, precision));
  const mpq_class& best = best_of(head, groups)->first;
  const std::size_t length = groups.begin()->second.sums.size();
  Enclosure total(mpq_class(0), precision);
  std::vector<Enclosure> sums(length, Enclosure(mpq_class(0), precision));
  for (const auto& [score, group] : groups) {
    const Enclosure weight = exponential(scale * Enclosure(mpq_class(score - best), precision));
    total = total + weight * Enclosure(mpq_class(group.count), precision);
    for (std::size_t c = 0; c < length; ++c) sums[c] = sums[c] + weight * Enclosure(group.sums[c], precision);
  }
  std::vector<Number> result;
  for (std::size_t c = 0; c < length; ++c) {
    if (same_mean(groups, c)) {
      result.push_back(mean(groups.begin()->second)[c]);
    } else {
      result.emplace_back(sums[c] / total);
    }
  }
  return result;
}

std::vector<Number> expressive_output(const Head& head, const ScoreGroups& groups) {
  if (head.root != 1 || head.logarithm != 1)
    throw Rejection("an expressive head with an irrational scale is not known");
  std::vector<mpq_class> weights;
  for (const auto& [score, group] : groups) {
    const mpq_class z = head.factor * score;
    weights.emplace_back(z * z / (1 + z * z));
  }
  return weighted(groups, weights);
}

std::vector<Number> best_output(const Head& head, const ScoreGroups& groups) {
  if (head.factor == 0) return weighted(groups, std::vector<mpq_class>(groups.size(), mpq_class(1)));
  return mean(best_of(head, groups)->second);
}

}  // namespace attest_check
