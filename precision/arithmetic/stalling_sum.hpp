// Whether a sum stalls: it loses a term that is not zero, although no term before it had a larger exponent.
//
// Rounded to nearest with p bits, a + b is a only where |b| <= 2^-p |a|. Where all terms so far are below 2 |b|,
// k of them have come to at most 2 k |b| (1 + 2^-p)^k, which for k < 2^(p-2) is below 2^(p-1) e^(1/4) |b| <
// 2^p |b|. So sums of fewer than 2^(p-2) terms do not stall, and are not looked at.
#pragma once

#include <algorithm>
#include <optional>

namespace attest {

template <class Arithmetic>
class StallingSum {
 public:
  using Value = typename Arithmetic::Value;

  // Whether a sum of that many terms may stall in this arithmetic.
  static bool possible(const Arithmetic& in, std::size_t terms) {
    const long bits = in.format().precision;
    return bits < 40 && terms >= std::size_t{1} << (bits - 2);
  }

  void first(const Value& term) { look_at(term); }

  // `before` + `term` came out as `after`. True where the sum stalls with it.
  bool stalls(const Value& before, const Value& term, const Value& after) {
    if (Arithmetic::is_zero(term) || !Arithmetic::is_finite(term)) return false;
    const bool lost = Arithmetic::is_finite(after) && Arithmetic::equal(before, after);
    const bool largest = !exponent_ || Arithmetic::exponent(term) >= *exponent_;
    look_at(term);
    return lost && largest;
  }

 private:
  void look_at(const Value& term) {
    if (Arithmetic::is_zero(term) || !Arithmetic::is_finite(term)) return;
    exponent_ = std::max(exponent_.value_or(Arithmetic::exponent(term)), Arithmetic::exponent(term));
  }

  std::optional<long> exponent_;  // of the largest term so far
};

}  // namespace attest
