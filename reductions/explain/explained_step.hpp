// One step of a chain of reductions on one instance, told to a reader: the source and its answer, what the maps make of it,
// one target with its vectors labelled by what they encode, its answer, the solution mapped back, and, where there is none,
// what the inner products of its nearest tuples count.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "claims/walkthrough.hpp"
#include "reductions/check_step.hpp"
#include "reductions/walk.hpp"

namespace attest {

struct ExplainedStep {
  std::uint64_t target = 0;                  // the one that is shown
  std::shared_ptr<const Instance> instance;  // it
  std::optional<Solution> solution;          // of it, as it was found there
  Images images;
  Status verdict = Status::undecided;
  std::string reason;  // one sentence
  bool yes = false;    // the source's answer
};

struct ExplainOptions {
  std::uint64_t solve = 1 << 12;   // targets
  std::uint64_t tuples = 1 << 18;  // of the target that is shown
  std::function<bool()> stop = [] { return false; };
};

// Adds remarks and sections for step `number` (1-based); the source is shown where that is 1. `source` must outlive the
// result. Throws UsageError where the reduction does not take the source.
ExplainedStep explain_step(const Step& step, std::size_t number, const Instance& source,
                           const ExplainOptions& options, Walkthrough& walk);

// A whole chain: its steps, then the last solution mapped back through all of them.
Walkthrough explain_chain(const std::vector<Step>& steps, const Instance& source,
                          const ExplainOptions& options);

// attention: the rows of the output beside the threshold (explained_attention.cpp). Returns the first row above it.
std::optional<Solution> explain_attention(const problems::AttentionInstance& instance,
                                          const problems::InnerProducts& source, const Labels& labels,
                                          Walkthrough& walk);

}  // namespace attest
