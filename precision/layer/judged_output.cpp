#include "precision/layer/judged_output.hpp"

#include <cmath>
#include <cstdlib>

namespace attest {

bool answers(const FloatValue& y, long truth, Decision decision) {
  return answers(y, Wanted{decision, Rational(truth), Rational(1, 2)});
}

bool answers(const FloatValue& y, const Wanted& wanted) {
  if (!y.is_finite()) return false;
  if (wanted.decision == Decision::sign) return (mpfr_sgn(y.mpfr()) > 0) == (wanted.value != 0);
  // Exact, for numbers of any exponent.
  const Rational low = wanted.value - wanted.within;
  const Rational high = wanted.value + wanted.within;
  return mpfr_cmp_q(y.mpfr(), low.backend().data()) > 0 && mpfr_cmp_q(y.mpfr(), high.backend().data()) < 0;
}

// truth - 1/2 and truth + 1/2 are doubles below 2^52.
bool answers(double y, long truth, Decision decision) {
  if (!std::isfinite(y)) return false;
  if (decision == Decision::sign) return (y > 0) == (truth != 0);
  if (std::abs(truth) < 1L << 50) {
    const auto middle = static_cast<double>(truth);
    return middle - 0.5 < y && y < middle + 0.5;
  }
  return abs(Rational(Rational(y) - truth)) < Rational(1, 2);
}

Answer judged(const Interval& y, const Wanted& wanted) {
  if (!y.is_finite()) return Answer::undecided;
  if (wanted.decision == Decision::sign) {
    // y > 0 is the answer 1; y = 0 belongs to 0. A point that is zero compares as equal.
    const Ordering side = compare(y, Rational(0));
    if (side == Ordering::undecided) return Answer::undecided;
    return (side == Ordering::greater) == (wanted.value != 0) ? Answer::right : Answer::wrong;
  }
  switch (compare(abs(y - Interval(wanted.value, y.precision())), wanted.within)) {
    case Ordering::less:
      return Answer::right;
    case Ordering::equal:
    case Ordering::greater:
      return Answer::wrong;
    case Ordering::undecided:
      break;
  }
  return Answer::undecided;
}

}  // namespace attest
