// A real number between two rational ones, known exactly where these are the same: for all x in the operands, f(x) is in the result.
// What exact numbers make is exact; only what MPFR encloses is not.
#pragma once

#include <gmpxx.h>
#include <mpfr.h>

namespace attest_check {

class Number {
 public:
  explicit Number(mpq_class value) : low_(value), high_(std::move(value)) {}

  const mpq_class& low() const { return low_; }
  const mpq_class& high() const { return high_; }
  bool is_exact() const { return low_ == high_; }

  Number operator-() const { return {-high_, -low_}; }
  friend Number operator+(const Number& a, const Number& b) { return {a.low_ + b.low_, a.high_ + b.high_}; }
  friend Number operator*(const Number& a, const Number& b);
  // Undecided where b may be zero.
  friend Number operator/(const Number& a, const Number& b);
  friend Number larger(const Number& a, const Number& b);
  // Ends are multiples of 2^-bits. Undecided beyond 2^62.
  friend Number exponential(const Number& a, mpfr_prec_t bits) { return increasing(a, bits, mpfr_exp); }
  friend Number square_root(const Number& a, mpfr_prec_t bits) { return increasing(a, bits, mpfr_sqrt); }
  friend Number logarithm(const Number& a, mpfr_prec_t bits) { return increasing(a, bits, mpfr_log); }

 private:
  Number(mpq_class low, mpq_class high) : low_(std::move(low)), high_(std::move(high)) {}
  // f rounds to the side that it is told.
  using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  static mpq_class rounded(const mpq_class& x, mpfr_prec_t bits, Function f, mpfr_rnd_t side);
  static Number increasing(const Number& a, mpfr_prec_t bits, Function f) {
    return {rounded(a.low_, bits, f, MPFR_RNDD), rounded(a.high_, bits, f, MPFR_RNDU)};
  }

  mpq_class low_, high_;
};

}  // namespace attest_check
