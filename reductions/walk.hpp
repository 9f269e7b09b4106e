// A chain of reductions walked from one source instance: every step's instances are kept, up to a number for
// each of them, and every step can be checked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reductions/check_step.hpp"
#include "reductions/reduction.hpp"

namespace attest {

struct Step {
  const Reduction* reduction = nullptr;
  Variant variant = Variant::constructed;
  Parameters parameters;
  long most_falsified = 0;  // where the source is a formula: the weight that an assignment may falsify
};

struct WalkedInstance {
  std::vector<std::uint64_t> path;  // 0-based numbers of the targets that lead here; empty for the source
  std::string label;                // of the last step
  std::shared_ptr<const Instance> instance;
};

struct WalkedStep {
  std::vector<WalkedInstance> targets;  // kept ones
  Integer made = 0;                     // by this step, from the kept sources
  std::vector<Json> sizes;              // one for each kept source that was come to
  std::vector<StepCheck> checks;        // one for each of those; empty without `check`
};

struct Walk {
  WalkedInstance source;
  std::vector<WalkedStep> steps;
  bool stopped = false;  // before all of this was made and, if asked for, checked

  // The source of step k: the kept targets of the step before.
  std::vector<const WalkedInstance*> sources_of(std::size_t step) const;
};

struct WalkOptions {
  std::uint64_t keep = 8;  // targets of each instance at each step
  bool check = false;
  std::uint64_t solve = 1 << 20;                      // targets that a check solves for each source
  std::function<bool()> stop = [] { return false; };  // from any thread
  const ranks::SharedWork* shared = nullptr;          // the checks, among ranks
};

// All steps are there, the last ones empty where it was stopped: by options.stop or, in the middle of a step, by
// the process's limit (claims/stop.hpp). Throws UsageError where a step does not take its instance.
Walk walk(const std::vector<Step>& steps, Instance source, const WalkOptions& options);

// The status over all checks: refuted with the first defect, undecided where targets were left out, holds.
// `reason` is one sentence.
struct WalkVerdict {
  Status status = Status::undecided;
  std::string reason;
};
WalkVerdict verdict_of(const Walk& walk, const std::vector<Step>& steps);

}  // namespace attest
