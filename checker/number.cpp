#include "checker/number.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

// A product, as a function of one factor, is least and largest at ends of the other: of the four products of ends.
Number operator*(const Number& a, const Number& b) {
  const auto [low, high] = std::minmax({mpq_class(a.low_ * b.low_), mpq_class(a.low_ * b.high_),
                                        mpq_class(a.high_ * b.low_), mpq_class(a.high_ * b.high_)});
  return {low, high};
}

Number operator/(const Number& a, const Number& b) {
  if (b.low_ <= 0 && b.high_ >= 0) throw Undecided("a divisor that may be zero");
  return a * Number(mpq_class(1 / b.high_), mpq_class(1 / b.low_));
}

Number larger(const Number& a, const Number& b) {
  return {std::max(a.low_, b.low_), std::max(a.high_, b.high_)};
}

// 2^bits f(x) to an integer: MPFR's error is to the same side.
mpq_class Number::rounded(const mpq_class& x, mpfr_prec_t bits, Function f, mpfr_rnd_t side) {
  mpfr_t value;
  mpfr_init2(value, bits + 64);
  mpfr_set_q(value, x.get_mpq_t(), side);
  f(value, value, side);
  const bool known = mpfr_number_p(value) != 0 && mpfr_cmpabs_ui(value, 1UL << 62) < 0;
  mpz_class result;
  mpfr_mul_2si(value, value, bits, side);
  if (known) mpfr_get_z(result.get_mpz_t(), value, side);
  mpfr_clear(value);
  if (!known) throw Undecided("a number that is too large");
  mpq_class fraction(result, mpz_class(1) << static_cast<unsigned long>(bits));
  fraction.canonicalize();
  return fraction;
}

}  // namespace attest_check
