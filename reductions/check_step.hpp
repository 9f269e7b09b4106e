// One source instance through one reduction, checked: both sides solved exactly, the promise of every gap
// instance on every tuple, yes and no, and both maps of solutions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ranks/shared_work.hpp"
#include "reductions/reduction.hpp"

namespace attest {

struct StepCheck {
  Integer targets;               // that the reduction makes
  std::uint64_t solved = 0;      // of them
  std::uint64_t yes = 0;         // of the solved ones
  std::uint64_t undecided = 0;   // attention instances with a row that no precision told from the threshold,
                                 // or without a threshold that is known to serve every instance
  std::string undecided_reason;  // of the latter
  std::uint64_t promises = 0;    // gap instances whose promise was looked at on every tuple
  std::optional<Solution> source_solution;
  std::optional<std::uint64_t> yes_target;  // the first
  std::string defect;                       // what is wrong, or ""
  std::uint64_t defective = 0;              // the target it was found at

  bool complete() const { return defect.empty() && undecided == 0 && Integer(solved) == targets; }
};

struct CheckOptions {
  std::uint64_t most = 1 << 20;                       // targets that are solved
  std::function<bool()> stop = [] { return false; };  // from any thread
  const ranks::SharedWork* shared = nullptr;          // among ranks, which all check the same
};

// Ends with the lowest target in the order of first_targets that has a defect. By the threads that this one works with (Workers).
StepCheck check_step(const Instance& source, const Images& images, long most_falsified,
                     const CheckOptions& options);

// The same order: the candidates, then all others from the lowest, at most that many.
std::vector<std::uint64_t> first_targets(const Images& images, std::uint64_t most);

}  // namespace attest
