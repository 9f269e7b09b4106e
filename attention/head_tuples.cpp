#include "attention/head_tuples.hpp"

#include <algorithm>
#include <numeric>

#include "attention/head_weights.hpp"
#include "claims/stop.hpp"

namespace attest::attention {

namespace {

Weight exact_weight(const Rational& weight) {
  return {Interval(weight, initial_precision + weight_bits), weight};
}

// The part that some of the terms are of the sum of all.
Weight share(const ExponentialSum& part, const ExponentialSum& all, const Surd& unit) {
  Rational of_part = 0;
  Rational of_all = 0;
  for (const auto& [score, count] : part) of_part += count;
  for (const auto& [score, count] : all) of_all += count;
  if (of_part == 0) return exact_weight(0);
  if (all.size() == 1 || unit.is_zero() || of_part == of_all) return exact_weight(of_part / of_all);
  return {quotient(part, all, unit, weight_bits), std::nullopt};
}

ExponentialSum without(ExponentialSum sum, const ExponentialSum& part) {
  for (const auto& [score, count] : part) {
    Rational& left = sum[score];
    left -= count;
    if (left == 0) sum.erase(score);
  }
  return sum;
}

// One tuple after the other, numbered as in the index set.
class Tuples {
 public:
  Tuples(const Head& head, std::span<const Kind> kinds, Token receiver)
      : head_(head), kinds_(kinds), receiver_(receiver), all_(head.over.tuples(receiver)) {}

  std::size_t size() const { return all_.size() / head_.over.arity(); }
  std::vector<Token> tuple(std::size_t k) const {
    const auto part = all_.subspan(k * head_.over.arity(), head_.over.arity());
    return {part.begin(), part.end()};
  }
  std::vector<Kind> kinds(std::size_t k) const {
    std::vector<Kind> result;
    for (const Token token : tuple(k)) result.push_back(kinds_[token]);
    return result;
  }
  RationalVector value(std::size_t k) const { return value_of(head_, kinds_[receiver_], kinds(k)); }

 private:
  const Head& head_;
  std::span<const Kind> kinds_;
  Token receiver_;
  std::span<const Token> all_;
};

// The `most` numbers below `count` that come first, and of those of equal rank the smaller.
template <class Before>
std::vector<std::size_t> first_ones(std::size_t count, std::size_t most, Before&& before) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t kept = std::min(most, count);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      if (before(a, b)) return true;
                      return !before(b, a) && a < b;
                    });
  order.resize(kept);
  return order;
}

// The mean of the heaviest values and whether they are one, from the numbers of those tuples.
void add_heaviest(const Tuples& tuples, const std::vector<std::size_t>& heaviest, std::size_t length,
                  HeadTuples& result) {
  result.heaviest = Integer(heaviest.size());
  result.heaviest_mean = RationalVector::Constant(static_cast<Eigen::Index>(length), Rational(0));
  std::optional<RationalVector> one;
  for (const std::size_t k : heaviest) {
    const RationalVector value = tuples.value(k);
    result.heaviest_mean += value;
    result.one_value = result.one_value && (!one || *one == value);
    if (!one) one = value;
  }
  if (!heaviest.empty()) result.heaviest_mean /= Rational(result.heaviest);
}

// Softmax and hard maxima.
HeadTuples by_score(const PreparedLayer& prepared, std::size_t h, std::span<const Kind> kinds, Token receiver,
                    const HeadSums& sums, std::size_t most) {
  const Head& head = prepared.layer().heads[h];
  const IntegerScores& scores = prepared.scores(h);
  const Tuples tuples(head, kinds, receiver);
  HeadTuples result;
  result.tuples = Integer(tuples.size());
  std::vector<Integer> score;
  ExponentialSum counts;  // also where a hard maximum looks away
  for (std::size_t k = 0; k < tuples.size(); ++k) {
    if (k % 256 == 0) check_stop();
    score.push_back(scores(kinds[receiver], tuples.kinds(k)));
    counts[score.back()] += 1;
  }
  const auto order = first_ones(score.size(), most, [&](auto a, auto b) { return score[a] > score[b]; });
  std::vector<std::size_t> heaviest;
  for (std::size_t k = 0; k < score.size(); ++k) {
    if (score[k] != counts.rbegin()->first) continue;
    if (head.kernel == Kernel::leftmost && !heaviest.empty()) break;
    heaviest.push_back(k);
  }
  add_heaviest(tuples, heaviest, head.value_length, result);
  const bool soft = head.kernel == Kernel::softmax;
  const auto weight_of = [&](const ExponentialSum& part) { return share(part, counts, sums.unit); };
  const auto hard_weight = [&](std::size_t k) {
    return exact_weight(std::binary_search(heaviest.begin(), heaviest.end(), k)
                            ? Rational(Rational(1) / result.heaviest)
                            : Rational(0));
  };
  ExponentialSum shown;
  Rational hard_shown = 0;
  for (const std::size_t k : order) {
    const Weight weight = soft ? weight_of({{score[k], 1}}) : hard_weight(k);
    result.first.push_back(
        {tuples.tuple(k), scores.unit() * Surd(Rational(score[k])), weight, tuples.value(k)});
    shown[score[k]] += 1;
    if (!soft) hard_shown += *weight.exact;
  }
  if (score.empty()) {
    result.rest = result.heaviest_weight = exact_weight(0);
    return result;
  }
  result.rest = soft ? weight_of(without(counts, shown)) : exact_weight(1 - hard_shown);
  const auto best = *counts.rbegin();
  result.heaviest_weight = soft ? weight_of({best}) : exact_weight(1);
  if (counts.size() > 1) {
    const auto second = *std::next(counts.rbegin());
    result.second = ScoreClass{scores.unit() * Surd(Rational(second.first)),
                               scores.unit() * Surd(Rational(best.first - second.first)),
                               numerator_of(second.second), soft ? weight_of({second}) : exact_weight(0)};
  }
  return result;
}

// Heads whose scores are not compared.
HeadTuples by_weight(const PreparedLayer& prepared, std::size_t h, std::span<const Kind> kinds,
                     Token receiver, std::size_t most) {
  const Head& head = prepared.layer().heads[h];
  const IntegerScores& scores = prepared.scores(h);
  const Tuples tuples(head, kinds, receiver);
  HeadTuples result;
  result.tuples = Integer(tuples.size());
  const auto weights = rational_weights(head, scores, kinds, receiver).value_or(std::vector<Rational>());
  const Rational largest = weights.empty() ? Rational(0) : *std::max_element(weights.begin(), weights.end());
  std::vector<std::size_t> heaviest;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (largest != 0 && weights[k] == largest) heaviest.push_back(k);
  }
  add_heaviest(tuples, heaviest, head.value_length, result);
  result.heaviest_weight = exact_weight(largest * Rational(result.heaviest));
  const auto order =
      first_ones(weights.size(), most, [&](auto a, auto b) { return weights[a] > weights[b]; });
  Rational rest = 0;
  for (const Rational& weight : weights) rest += weight;
  for (const std::size_t k : order) {
    std::optional<Surd> score;
    if (weighs_rationally(head.kernel))
      score = scores.unit() * Surd(Rational(scores(kinds[receiver], tuples.kinds(k))));
    result.first.push_back({tuples.tuple(k), score, exact_weight(weights[k]), tuples.value(k)});
    rest -= weights[k];
  }
  result.rest = exact_weight(rest);
  return result;
}

// Of more tuples than can be listed: what the forest's sums tell.
HeadTuples from_sums(const PreparedLayer& prepared, std::size_t h, std::span<const Kind> kinds,
                     Token receiver, const HeadSums& sums) {
  const Head& head = prepared.layer().heads[h];
  const IntegerScores& scores = prepared.scores(h);
  HeadTuples result;
  result.listed = false;
  result.tuples = head.over.largest_count();
  const auto best = *sums.counts.rbegin();
  std::vector<Kind> kinds_of_best;
  for (const Token token : sums.best) kinds_of_best.push_back(kinds[token]);
  const bool soft = head.kernel == Kernel::softmax;
  result.heaviest = numerator_of(best.second);
  result.heaviest_weight = soft ? share({best}, sums.counts, sums.unit) : exact_weight(1);
  result.heaviest_mean = RationalVector::Constant(static_cast<Eigen::Index>(head.value_length), Rational(0));
  for (std::size_t c = 0; c < sums.values.size(); ++c) {
    const auto value = sums.values[c].find(best.first);
    if (value != sums.values[c].end())
      result.heaviest_mean(static_cast<Eigen::Index>(c)) = value->second / best.second;
  }
  const ExponentialSum one{{best.first, Rational(1)}};
  result.first.push_back({sums.best, scores.unit() * Surd(Rational(best.first)),
                          soft ? share(one, sums.counts, sums.unit) : exact_weight(Rational(1) / best.second),
                          value_of(head, kinds[receiver], kinds_of_best)});
  // That the mean is the first one's value does not say that all values are one.
  result.one_value = result.heaviest == 1;
  result.rest = soft ? share(without(sums.counts, one), sums.counts, sums.unit)
                     : exact_weight(1 - Rational(1) / best.second);
  if (soft && sums.counts.size() > 1) {
    const auto second = *std::next(sums.counts.rbegin());
    result.second = ScoreClass{scores.unit() * Surd(Rational(second.first)),
                               scores.unit() * Surd(Rational(best.first - second.first)),
                               numerator_of(second.second), share({second}, sums.counts, sums.unit)};
  }
  return result;
}

}  // namespace

HeadSums constant_sums(const RationalVector& output) {
  HeadSums sums;
  sums.counts = {{Integer(0), Rational(1)}};
  for (Eigen::Index c = 0; c < output.size(); ++c) sums.values.push_back({{Integer(0), output(c)}});
  return sums;
}

HeadTuples head_tuples(const PreparedLayer& prepared, std::size_t head, std::span<const Kind> kinds,
                       Token receiver, const HeadSums& sums, std::size_t most) {
  const Head& of = prepared.layer().heads[head];
  if (!of.over.is_listable()) return from_sums(prepared, head, kinds, receiver, sums);
  return compares_scores(of.kernel) ? by_score(prepared, head, kinds, receiver, sums, most)
                                    : by_weight(prepared, head, kinds, receiver, most);
}

}  // namespace attest::attention
