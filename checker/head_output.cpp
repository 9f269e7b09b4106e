#include "checker/head_output.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t most_bits = 1U << 18;  // of an exact weight

// Whether each group has the same mean at coordinate c.
bool same_mean(const ScoreGroups& groups, std::size_t c) {
  const ScoreGroup& first = groups.begin()->second;
  return std::all_of(groups.begin(), groups.end(), [&](const auto& one) {
    return one.second.sums[c] * first.count == first.sums[c] * one.second.count;
  });
}

}  // namespace

Number weight(const Head& head, const mpq_class& fall, mpfr_prec_t bits) {
  if (fall == 0) return Number(1);
  const mpz_class &num = head.logarithm.get_num(), &den = head.logarithm.get_den();
  const mpz_class size(mpz_sizeinbase(num.get_mpz_t(), 2) + mpz_sizeinbase(den.get_mpz_t(), 2));
  if (head.logarithm != 1 && head.root == 1 && fall.get_den() == 1 && fall * size <= most_bits) {
    mpz_class up, down;
    mpz_pow_ui(up.get_mpz_t(), den.get_mpz_t(), fall.get_num().get_ui());
    mpz_pow_ui(down.get_mpz_t(), num.get_mpz_t(), fall.get_num().get_ui());
    return Number(mpq_class(up, down));
  }
  Number exponent(mpq_class(-fall));
  if (head.root != 1) exponent = exponent * square_root(Number(mpq_class(head.root)), bits + 64);
  if (head.logarithm != 1) exponent = exponent * logarithm(Number(head.logarithm), bits + 64);
  return exponential(exponent, bits);
}

std::vector<Number> head_output(const Head& head, const ScoreGroups& groups, mpfr_prec_t bits) {
  if (head.kernel == Kernel::expressive && (head.root != 1 || head.logarithm != 1))
    throw Rejection("an expressive head with an irrational scale is not known");
  // The largest scaled score. (A logarithm of what is above 1 is positive; of 1 it stands for no factor.)
  const mpq_class& best = (head.factor < 0 ? groups.begin() : std::prev(groups.end()))->first;
  Number total(0);
  std::vector<Number> sums(head.value_length, Number(0));
  for (const auto& [score, group] : groups) {
    const mpq_class fall = head.factor * (best - score), z = head.factor * score;
    const Number w = head.kernel == Kernel::softmax      ? weight(head, fall, bits)
                     : head.kernel == Kernel::expressive ? Number(mpq_class(z * z / (1 + z * z)))
                                                         : Number(fall == 0 ? 1 : 0);
    total = total + w * Number(mpq_class(group.count));
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] = sums[c] + w * Number(group.sums[c]);
  }
  if (total.is_exact() && total.low() == 0) throw Rejection("all weights of a head are zero");
  for (std::size_t c = 0; c < sums.size(); ++c) {
    const ScoreGroup& any = groups.begin()->second;
    sums[c] = same_mean(groups, c) ? Number(mpq_class(any.sums[c] / any.count)) : sums[c] / total;
  }
  return sums;
}

}  // namespace attest_check
