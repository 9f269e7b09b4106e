// Real numbers between two binary fractions, by MPFR's rounding to both sides: for all x in the operands, f(x) is in the result.
// The only arithmetic here that is not exact.
#pragma once

#include <gmpxx.h>
#include <mpfr.h>

namespace attest_check {

// A number of MPFR that copies as numbers do.
class Bound {
 public:
  explicit Bound(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  Bound(const Bound& other) {
    mpfr_init2(value_, mpfr_get_prec(other.value_));
    mpfr_set(value_, other.value_, MPFR_RNDN);  // exact: the same precision
  }
  Bound& operator=(Bound other) {
    mpfr_swap(value_, other.value_);
    return *this;
  }
  ~Bound() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

class Enclosure {
 public:
  Enclosure(const mpq_class& value, mpfr_prec_t precision);

  mpfr_prec_t precision() const { return mpfr_get_prec(low_.get()); }
  const Bound& low() const { return low_; }
  const Bound& high() const { return high_; }
  // Neither end is an infinity or no number.
  bool finite() const { return mpfr_number_p(low_.get()) != 0 && mpfr_number_p(high_.get()) != 0; }

  Enclosure operator-() const;
  friend Enclosure operator+(const Enclosure& a, const Enclosure& b);
  friend Enclosure operator*(const Enclosure& a, const Enclosure& b);
  // Undecided where b may be zero.
  friend Enclosure operator/(const Enclosure& a, const Enclosure& b);
  friend Enclosure larger(const Enclosure& a, const Enclosure& b);
  friend Enclosure exponential(const Enclosure& a) { return increasing(a, mpfr_exp); }
  friend Enclosure square_root(const Enclosure& a) { return increasing(a, mpfr_sqrt); }  // a >= 0
  friend Enclosure logarithm(const Enclosure& a) { return increasing(a, mpfr_log); }     // a > 0

 private:
  explicit Enclosure(mpfr_prec_t precision) : low_(precision), high_(precision) {}
  // f rounds to the side that it is told.
  using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  static Enclosure increasing(const Enclosure& a, Function f);

  Bound low_, high_;
};

}  // namespace attest_check
