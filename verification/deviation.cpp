#include "verification/deviation.hpp"

#include "verification/limits.hpp"

namespace attest {

namespace {

Rational half() {
  return decision_threshold();
}

}  // namespace

Rational deviation_of(const Wanted& wanted, const Rational& y) {
  if (wanted.decision == Decision::nearest) return boost::multiprecision::abs(Rational(y - wanted.value));
  return wanted.value == 1 ? Rational(wanted.within - y) : Rational(wanted.within + y);
}

Interval deviation_of(const Wanted& wanted, const Interval& y) {
  if (wanted.decision == Decision::nearest) return abs(y - Interval(wanted.value, y.precision()));
  const Interval threshold(wanted.within, y.precision());
  return wanted.value == 1 ? threshold - y : threshold + y;
}

bool is_right(const Wanted& wanted, const Rational& y) {
  const Rational deviation = deviation_of(wanted, y);
  const bool is_no = wanted.decision == Decision::sign && wanted.value == 0;
  return is_no ? deviation <= wanted.within : deviation < wanted.within;
}

Interval margin_of(const Wanted& wanted, const Interval& y) {
  if (wanted.decision == Decision::sign) return wanted.value == 1 ? y : -y;
  return Interval(wanted.within, y.precision()) - deviation_of(wanted, y);
}

Rational largest_deviation(const Task& task) {
  const VectorAnswer* vector = task.vector_answer();
  return vector == nullptr ? half() : vector->within;
}

Rational deviation_of(Decision decision, const Rational& y, long truth) {
  if (decision == Decision::nearest) return boost::multiprecision::abs(Rational(y - Rational(truth)));
  return truth == 1 ? Rational(half() - y) : Rational(half() + y);
}

Interval deviation_of(Decision decision, const Interval& y, long truth) {
  const Interval threshold(half(), y.precision());
  if (decision == Decision::nearest) return abs(y - Interval(truth, y.precision()));
  return truth == 1 ? threshold - y : threshold + y;
}

Interval margin_of(Decision decision, const Interval& y, long truth) {
  if (decision == Decision::sign) return truth == 1 ? y : -y;
  return Interval(half(), y.precision()) - deviation_of(decision, y, truth);
}

}  // namespace attest
