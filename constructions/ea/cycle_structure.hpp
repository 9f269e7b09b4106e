// The cycles of a next-token map and what flows into them, over all N^(tau+1) windows.
//
// Every window has one successor, so the windows form a functional graph: cycles with trees attached. Two
// passes visit each window once: the first counts its predecessors, the second removes the windows
// that nothing leads to until only cycles are left, and walks those. Where there are trees, a third one follows each
// window of theirs as far as one whose distance from the cycle is known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "constructions/ea/next_token_map.hpp"

namespace attest {

// The cycles of one length, together.
struct CycleClass {
  std::uint64_t how_many = 0;
  NextTokenMap::State least_state = 0;  // the least window on any of them
  std::uint64_t basin = 0;              // windows that are on them or flow into them
  // Sum over the cycles of (windows that end there) * (windows on it whose oldest symbol is 0). Divided by
  // the length and the number of windows: how often NT-R's condition is met in the long run.
  std::uint64_t zero_visits = 0;
};

// The steps from a window of a tree to the cycle that it flows into.
struct Transients {
  std::uint64_t longest = 0;
  NextTokenMap::State from = 0;  // the least window that takes so many
  std::uint64_t all = 0;         // of all windows together
};

struct CycleStructure {
  std::uint64_t states = 0;
  std::uint64_t recurrent = 0;  // windows on cycles
  std::uint64_t transient = 0;  // windows that were removed
  std::uint64_t without_predecessor = 0;
  std::uint64_t most_predecessors = 0;                         // of one window
  std::map<std::uint64_t, CycleClass, std::greater<>> cycles;  // by length, longest first
  bool complete = false;                 // false: stopped, and nothing but `states` counts
  std::optional<Transients> transients;  // nothing where all windows are on cycles, or if stopped before

  std::uint64_t number_of_cycles() const;
};

// The first two passes over the windows; `visited` goes up to passes * states, and stays there.
inline constexpr std::uint64_t cycle_passes = 2;

// `keep_going(visited)` is asked every 2^16 windows; false stops. Memory: one byte a window, and for NT-R
// four more (how many windows flow through this one).
CycleStructure cycle_structure(const NextTokenMap& map,
                               const std::function<bool(std::uint64_t visited)>& keep_going);

}  // namespace attest
