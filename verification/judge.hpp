// A judge decides inputs: it runs the construction on each and compares with the task's truth.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>

#include "tasks/input_space.hpp"
#include "verification/tally.hpp"

namespace attest {

class Judge {
 public:
  virtual ~Judge() = default;

  // How many inputs that differ in the last symbol alone it likes to take at once (at least 1).
  virtual std::size_t run_length() const { return 1; }

  // Judges `count` inputs: `word` and the words that follow it by raising the last symbol. Positions
  // before `first_changed` are as in the previous call. Their indices are index, index+1, ...
  // A judge may return early when `stop` becomes true, and throw Stopped: what was judged by then are the first ones, and an input is
  // entered into the tally as a whole or not at all, since a later run may judge it again (visited.hpp). So what may throw comes first;
  // least and greatest values alone may be entered before.
  virtual void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count,
                     InputIndex index, const std::atomic<bool>& stop, Tally& tally) = 0;
};

}  // namespace attest
