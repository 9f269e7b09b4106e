#include "verification/stack_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "verification/exact_output.hpp"
#include "verification/layer_setting.hpp"
#include "verification/limits.hpp"

namespace attest {

namespace {

constexpr Precision first_precision = 2 * initial_precision;
// From here on a decided output is taken as it is, however few of its bits are certain.
constexpr Precision enough_precision = 1024;

Status rightness_of(const Interval& y, const Wanted& wanted) {
  if (wanted.decision == Decision::sign) {
    const Ordering order = compare(y, Rational(0));
    if (order == Ordering::undecided) return Status::undecided;
    return (order == Ordering::greater) == (wanted.value == 1) ? Status::holds : Status::refuted;
  }
  const Ordering low = compare(y, wanted.value - wanted.within);
  const Ordering high = compare(y, wanted.value + wanted.within);
  if (low == Ordering::greater && high == Ordering::less) return Status::holds;
  const bool wrong =
      low == Ordering::less || low == Ordering::equal || high == Ordering::greater || high == Ordering::equal;
  return wrong ? Status::refuted : Status::undecided;
}

PositionOutput enclosed_output(const Interval& y, const Wanted& wanted, bool of_vector) {
  PositionOutput result;
  result.y = y;
  result.status = rightness_of(y, wanted);
  if (wanted.decision == Decision::sign) {
    const Ordering order = compare(y, Rational(0));
    if (order != Ordering::undecided) result.decision = order == Ordering::greater ? 1 : 0;
  } else if (y.is_finite() && !of_vector) {
    const Integer near = nearest_integer_to_middle(y);
    if (compare(y, Rational(near) - decision_threshold()) == Ordering::greater &&
        compare(y, Rational(near) + decision_threshold()) == Ordering::less) {
      result.decision = near;
    }
  }
  return result;
}

// Whether the output and its error are known as well as they are printed.
bool is_accurate(const PositionOutput& out, const Wanted& wanted) {
  if (out.exact) return true;
  return arb_rel_accuracy_bits(out.y.ball()) >= printed_bits &&
         arb_rel_accuracy_bits(deviation_of(wanted, out.y).ball()) >= printed_bits;
}

Interval error_of(const PositionOutput& out, const Wanted& wanted) {
  return out.exact ? Interval(deviation_of(wanted, *out.exact), first_precision)
                   : deviation_of(wanted, out.y);
}

Interval margin_of_output(const PositionOutput& out, const Wanted& wanted) {
  return out.exact ? Interval(Rational(wanted.within - deviation_of(wanted, *out.exact)), first_precision)
                   : margin_of(wanted, out.y);
}

}  // namespace

std::vector<PositionOutput> stack_outputs(const LayerSetting& setting, std::span<const Symbol> word) {
  const LayerTask& task = setting.task();
  const attention::LayerStack& stack = *setting.stack();
  std::vector<attention::Kind> kinds(task.tokens());
  task.kinds(word, kinds);
  const attention::StackRun run(stack, kinds);
  const auto judged = task.judged_positions();
  const VectorAnswer* vector = task.vector_answer();
  const std::size_t dimension = vector == nullptr ? 1 : vector->dimension;
  std::vector<PositionOutput> outputs;
  for (Precision precision = first_precision; precision <= maximal_precision; precision *= 2) {
    check_stop();
    const auto streams = run.streams(precision);
    outputs.clear();
    bool done = true;
    for (std::size_t which = 0; which < judged.size(); ++which) {
      const EnclosedNumber y =
          read_out(stack.layers().back().readouts[which % dimension], streams[judged[which]]);
      const Wanted wanted = task.wanted(word, which);
      outputs.push_back(y.is_exact()
                            ? judged_output(wanted, vector != nullptr, ExactOutput{y.exact(), Json()})
                            : enclosed_output(y.enclosure(precision), wanted, vector != nullptr));
      const PositionOutput& out = outputs.back();
      done = done && out.status != Status::undecided &&
             (precision >= enough_precision || is_accurate(out, wanted));
    }
    if (done) break;
  }
  for (const PositionOutput& out : outputs) {
    if (!out.y.is_finite())
      throw UsageError(
          "on the input " + task.to_json(word).dump() +
          " an output has no finite enclosure: some weights may be 0/0, or some score is too large");
  }
  return outputs;
}

void StackJudge::judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count,
                       InputIndex index, const std::atomic<bool>& stop, Tally& tally) {
  const LayerTask& task = setting_.task();
  Word current(word.begin(), word.end());
  for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
    const Standing standing = task.standing(current);
    if (standing != Standing::judged) {
      ++(standing == Standing::excluded ? tally.no_inputs : tally.not_judged);
      ++tally.checked;
      continue;
    }
    const std::vector<PositionOutput> outputs = stack_outputs(setting_, current);
    Status status = Status::holds;
    double worst = -std::numeric_limits<double>::infinity();
    double bound = 0;
    double margin = std::numeric_limits<double>::infinity();
    for (std::size_t which = 0; which < outputs.size(); ++which) {
      const Wanted wanted = task.wanted(current, which);
      const PositionOutput& out = outputs[which];
      if (!std::isfinite(out.y.lower_double()) || !std::isfinite(out.y.upper_double()))
        throw UsageError("an output beyond the range of double, expected smaller weights");
      status = std::max(status, out.status);
      const Interval error = error_of(out, wanted);
      worst = std::max(worst, error.middle_double());
      bound = std::max(bound, error.upper_double());
      margin = std::min(margin, margin_of_output(out, wanted).lower_double());
      if (wanted.decision != Decision::sign) continue;
      if (wanted.value == 1) {
        tally.least_yes = std::min(tally.least_yes, out.y.lower_double());
      } else {
        tally.greatest_no = std::max(tally.greatest_no, out.y.upper_double());
      }
    }
    const auto& conditions = setting_.conditions();
    std::vector<std::size_t> broken;
    for (std::size_t c = 0; c < conditions.size(); ++c) {
      if (conditions[c].broken(setting_, current)) broken.push_back(c);
    }
    if (status == Status::refuted) tally.note_failing(index);
    if (status == Status::undecided) tally.undecided.add(index);
    tally.note_error(worst, bound, margin, index);
    tally.conditions.resize(conditions.size());
    for (const std::size_t c : broken) tally.conditions[c].add(index);
    ++tally.fell_back;
    ++tally.checked;
  }
}

}  // namespace attest
