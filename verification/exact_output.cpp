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

JudgedOutput judge_exactly(const Task& task, const Wanted& wanted, const Rational& y) {
  JudgedOutput result;
  result.right = is_right(wanted, y);
  result.deviation = deviation_of(wanted, y);
  const Interval enclosure(result.deviation, initial_precision);
  result.error = enclosure.middle_double();
  result.error_bound = std::max(0.0, enclosure.upper_double());
  result.margin =
      Interval(Rational(largest_deviation(task) - result.deviation), initial_precision).lower_double();
  return result;
}

void note_judged(const Task& task, std::span<const JudgedOutput* const> outputs, InputIndex index,
                 Tally& tally) {
  const JudgedOutput* worst = nullptr;
  bool right = outputs.size() == task.judged_positions().size();
  for (const JudgedOutput* output : outputs) {
    if (worst == nullptr || output->deviation > worst->deviation) worst = output;
    right = right && output->right;
  }
  if (!right) tally.note_failing(index);
  if (worst != nullptr) tally.note_error(worst->error, worst->error_bound, worst->margin, index);
  ++tally.checked;
}

void note_outputs(const Task& task, std::span<const Symbol> word, const std::vector<ExactOutput>& outputs,
                  InputIndex index, Tally& tally) {
  std::vector<JudgedOutput> judged;
  for (const ExactOutput& output : outputs)
    judged.push_back(judge_exactly(task, task.wanted(word, judged.size()), output.y));
  std::vector<const JudgedOutput*> pointers;
  for (const JudgedOutput& output : judged) pointers.push_back(&output);
  note_judged(task, pointers, index, tally);
}

}  // namespace attest
