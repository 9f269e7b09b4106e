#include "verification/exact_output.hpp"

#include <algorithm>

#include "verification/limits.hpp"

namespace attest {

namespace {

constexpr Precision exact_precision = 2 * initial_precision;

// The integer within less than 1/2 of y, or nothing where y is exactly between two.
std::optional<Integer> nearest_integer(const Rational& y) {
  const Integer numerator = 2 * numerator_of(y) + denominator_of(y);  // floor(y + 1/2) is the quotient
  const Integer denominator = 2 * denominator_of(y);
  Integer quotient = numerator / denominator;
  if (numerator < 0 && quotient * denominator != numerator) --quotient;
  if (Rational(quotient) - y == Rational(1) / 2) return std::nullopt;
  return quotient;
}

}  // namespace

PositionOutput judged_output(const Wanted& wanted, bool of_vector, ExactOutput out) {
  PositionOutput result;
  result.y = Interval(out.y, exact_precision);
  result.status = is_right(wanted, out.y) ? Status::holds : Status::refuted;
  if (wanted.decision == Decision::sign) {
    result.decision = out.y > 0 ? 1 : 0;
  } else if (!of_vector) {
    result.decision = nearest_integer(out.y);
  }
  result.exact = std::move(out.y);
  result.winner = std::move(out.winner);
  return result;
}

void note_outputs(const Task& task, std::span<const Symbol> word, const std::vector<ExactOutput>& outputs,
                  InputIndex index, Tally& tally) {
  std::optional<Rational> worst;
  bool right = outputs.size() == task.judged_positions().size();
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const Wanted wanted = task.wanted(word, which);
    const Rational deviation = deviation_of(wanted, outputs[which].y);
    if (!worst || deviation > *worst) worst = deviation;
    right = right && is_right(wanted, outputs[which].y);
  }
  if (!right) tally.note_failing(index);
  if (worst) {
    const Interval enclosure(*worst, initial_precision);
    tally.note_error(enclosure.middle_double(), std::max(0.0, enclosure.upper_double()),
                     Interval(Rational(largest_deviation(task) - *worst), initial_precision).lower_double(),
                     index);
  }
  ++tally.checked;
}

}  // namespace attest
