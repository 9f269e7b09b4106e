#include "theorems/exact_errors.hpp"

#include <algorithm>

#include "claims/stop.hpp"
#include "verification/limits.hpp"

namespace attest::theorems {

namespace {

Status status_of(Ordering error_to_bound, bool strict) {
  switch (error_to_bound) {
    case Ordering::less:
      return Status::holds;
    case Ordering::equal:
      return strict ? Status::refuted : Status::holds;
    case Ordering::greater:
      return Status::refuted;
    default:
      return Status::undecided;
  }
}

}  // namespace

Status error_within(const LayerSetting& setting, const Word& word, const ErrorBound& bound) {
  Status worst = Status::holds;
  const std::vector<PositionOutput> outputs = setting.all_outputs(word);
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const Wanted wanted = setting.task().wanted(word, which);
    const PositionOutput& out = outputs[which];
    const Ordering order =
        out.exact ? compare(Surd(deviation_of(wanted, *out.exact)), bound.value)
                  : compare(deviation_of(wanted, out.y), bound.value.enclosure(2 * printed_bits));
    worst = std::max(worst, status_of(order, bound.strict));
    if (worst == Status::refuted) break;
  }
  return worst;
}

Status every_error_within(const LayerSetting& setting, const ErrorBound& bound) {
  const Task& task = setting.task();
  const InputSpace& space = task.space();
  Status worst = Status::holds;
  Word word = space.unrank(Integer(0));
  for (Integer rank = 0; rank < space.size(); ++rank) {
    check_stop();
    if (rank != 0) space.advance(word, 1);
    if (task.standing(word) != Standing::judged) continue;
    worst = std::max(worst, error_within(setting, word, bound));
    if (worst == Status::refuted) break;
  }
  return worst;
}

}  // namespace attest::theorems
