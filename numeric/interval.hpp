// Interval: an enclosure of one real number (an Arb ball), with outward rounding.
//
// Invariant: the real number that the expression stands for lies in the interval. Every operation keeps
// it: for all x in the arguments, f(x) is in the result. An interval carries the precision (bits) at
// which it was made; an operation works at the larger precision of its arguments.
//
//   Interval x(Rational(1, 3), 64);       // encloses 1/3
//   compare(exp(x), Interval(1, 64));     // Ordering::greater
#pragma once

#include <arb.h>

#include <string>

#include "numeric/integer.hpp"
#include "numeric/ordering.hpp"

namespace attest {

using Precision = long;  // bits, as in Arb

inline constexpr Precision initial_precision = 64;
// After this many bits a comparison that is still open is reported as undecided.
inline constexpr Precision maximal_precision = 1 << 14;

class Interval {
 public:
  Interval() { arb_init(ball_); }
  Interval(const Rational& value, Precision precision);
  Interval(long value, Precision precision);
  Interval(const Interval& other);
  Interval(Interval&& other) noexcept;
  Interval& operator=(const Interval& other);
  Interval& operator=(Interval&& other) noexcept;
  ~Interval() { arb_clear(ball_); }

  // The exact value of a finite double.
  static Interval from_double(double value, Precision precision = initial_precision);

  Precision precision() const { return precision_; }
  arb_srcptr ball() const { return ball_; }
  arb_ptr ball() { return ball_; }

  bool is_finite() const { return arb_is_finite(ball_) != 0; }
  bool contains(const Rational& value) const;

  // The nearest doubles outside of the interval: lower_double() <= x <= upper_double() for all x in it.
  double lower_double() const;
  double upper_double() const;
  // A double near the middle; no bound is promised.
  double middle_double() const;

  friend Interval operator+(const Interval& a, const Interval& b);
  friend Interval operator-(const Interval& a, const Interval& b);
  friend Interval operator*(const Interval& a, const Interval& b);
  friend Interval operator/(const Interval& a, const Interval& b);  // all of R where b contains zero
  friend Interval operator-(const Interval& a);
  friend Interval exp(const Interval& a);
  friend Interval log(const Interval& a);   // not finite unless a > 0 throughout
  friend Interval sqrt(const Interval& a);  // not finite unless a >= 0 throughout
  friend Interval abs(const Interval& a);
  friend Interval min(const Interval& a, const Interval& b);
  friend Interval max(const Interval& a, const Interval& b);

 private:
  arb_t ball_;
  Precision precision_ = initial_precision;
};

// less and greater are proved; equal only where both intervals are the same single point.
Ordering compare(const Interval& a, const Interval& b);
Ordering compare(const Interval& a, const Rational& b);

// Rounded to nearest double from an enclosure that is tighter than half an ulp: relative error at most
// 2^-52, or at most 2^-1074 in absolute terms where the result is subnormal or zero.
// `evaluate(precision)` returns an enclosure of one fixed nonnegative real; precision grows until it is
// tight enough. Throws std::runtime_error at maximal_precision, std::range_error beyond the doubles.
template <class Evaluate>
double nearest_double(Evaluate&& evaluate);

// Frees Arb's and FLINT's caches of the calling thread; call it at the end of every thread that used them.
void release_thread_caches();

double nearest_double_from(const Interval& enclosure, bool& tight);
[[noreturn]] void throw_precision_exhausted();

template <class Evaluate>
double nearest_double(Evaluate&& evaluate) {
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    bool tight = false;
    const double value = nearest_double_from(evaluate(precision), tight);
    if (tight) return value;
  }
  throw_precision_exhausted();
}

}  // namespace attest
