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
  // A judge may return early when `stop` becomes true; inputs that it did not finish are not counted.
  virtual void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count,
                     InputIndex index, const std::atomic<bool>& stop, Tally& tally) = 0;
};

}  // namespace attest
