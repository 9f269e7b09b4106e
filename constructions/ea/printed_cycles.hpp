// What the paper prints about the cycles of NT, NT-S and NT-R, set against what was counted.
//
// Source: seed 004_9370d393bf99a4b8.txt, eqs. (3) to (9), lines 66-176.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "claims/verdict.hpp"
#include "constructions/ea/cycle_structure.hpp"

namespace attest {

struct NextTokenSetting {
  NextTokenRule rule = NextTokenRule::nt;
  std::uint32_t N = 2;
  std::uint32_t tau = 1;

  NextTokenMap map() const { return {rule, N, tau}; }
};

// The mean length of a cycle, every cycle counted once.
Rational mean_cycle_length(const CycleStructure& structure);

// The frequency of x(t-tau-1) = 0 in the long run, averaged over all windows to start from.
Rational long_run_zero_frequency(const CycleStructure& structure);

// The lengths that the paper prints for this setting, longest first; empty where it prints none.
std::vector<std::uint64_t> printed_cycle_lengths(const NextTokenSetting& setting);

// The printed statements that speak of this setting, in the order of the print; `structure` is complete.
// Which of them are refuted is for the caller to look up.
std::vector<Check> printed_checks(const NextTokenSetting& setting, const CycleStructure& structure);

}  // namespace attest
