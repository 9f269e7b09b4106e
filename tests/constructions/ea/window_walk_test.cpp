#include "constructions/ea/window_walk.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "constructions/ea/cycle_structure.hpp"

namespace attest::window_walk_test {

TEST_CASE("Walks from all windows find the cycles that the count over all windows finds", "[ea][run]") {
  for (const NextTokenRule rule : {NextTokenRule::nt, NextTokenRule::nt_s, NextTokenRule::nt_r}) {
    for (const auto& [N, tau] : {std::pair{2U, 3U}, {3U, 2U}, {4U, 2U}, {5U, 1U}}) {
      const NextTokenSetting setting{rule, N, tau};
      const CycleStructure structure = cycle_structure(setting.map(), [](std::uint64_t) { return true; });
      std::map<std::uint64_t, std::uint64_t> basins;
      std::uint64_t on_cycles = 0;
      for (std::uint64_t state = 0; state < structure.states; ++state) {
        Window window(tau + 1);
        std::uint64_t rest = state;
        for (std::size_t k = window.size(); k-- > 0; rest /= N)
          window[k] = static_cast<std::uint32_t>(rest % N);
        const WindowWalk walk = walk_from(setting, window, 100000);
        REQUIRE(walk.cycle);
        ++basins[*walk.cycle];
        on_cycles += walk.transient == 0 ? 1 : 0;
      }
      CHECK(on_cycles == structure.recurrent);
      for (const auto& [length, cycles] : structure.cycles) CHECK(basins[length] == cycles.basin);
      CHECK(basins.size() == structure.cycles.size());
    }
  }
}

TEST_CASE("A walk that is too long says so", "[ea][run]") {
  const WindowWalk walk = walk_from({NextTokenRule::nt, 16, 3}, {1, 2, 3, 4}, 10);
  CHECK_FALSE(walk.cycle);
}

}  // namespace attest::window_walk_test
