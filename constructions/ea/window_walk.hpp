// One series of a next-token task, from a window on until it repeats: for windows of any length.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "claims/run_result.hpp"
#include "constructions/ea/printed_cycles.hpp"

namespace attest {

using Window = std::vector<std::uint32_t>;  // oldest symbol first

struct WindowWalk {
  std::vector<std::uint32_t> series;   // the window and the symbols after it, as far as they are shown
  std::uint64_t transient = 0;         // steps before the first window that comes back
  std::optional<std::uint64_t> cycle;  // its length; absent if it needs more than the allowed steps
};

// By Brent's algorithm: a few windows in memory.
WindowWalk walk_from(const NextTokenSetting& setting, const Window& window, std::uint64_t most_steps);

// The next symbols by the map on numbered windows beside the rule (where the windows can be numbered), and
// the cycle's length beside the printed ones.
void add_cycle_answers(const NextTokenSetting& setting, const WindowWalk& walk, const Window& window,
                       RunResult& result);

}  // namespace attest
