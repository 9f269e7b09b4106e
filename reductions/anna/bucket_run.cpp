#include "reductions/anna/bucket_run.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "protocols/told_rounds.hpp"

namespace attest {

namespace {

BucketOutcome outcome_of(const std::shared_ptr<const BucketPlan>& plan, BucketReference reference,
                         long granted, const BucketInput& input, RunResult& result, WalkSection* rounds) {
  try {
    BucketTrial trial(plan, reference, granted);
    result.steps["machines"] = trial.protocol().protocol.machines;
    result.steps["rounds"] = trial.protocol().protocol.round_count();
    BucketOutcome outcome = trial(input);
    if (rounds != nullptr) *rounds = mpc::told_rounds(trial.protocol().protocol, outcome.run);
    return outcome;
  } catch (const std::length_error& error) {
    throw UsageError("N", std::to_string(plan->tokens),
                     fmt::format("a size whose records fit into words of 60 bits ({})", error.what()));
  }
}

}  // namespace

void add_bucket_run(const std::shared_ptr<const BucketPlan>& plan, BucketReference reference, long granted,
                    bool memory_binds, const BucketInput& input, RunResult& result, WalkSection* rounds) {
  const BucketOutcome outcome = outcome_of(plan, reference, granted, input, result, rounds);
  result.steps["words held, sent, received"] = {outcome.run.most_held, outcome.run.most_sent,
                                                outcome.run.most_received};
  for (std::size_t i = 0; i < outcome.truth.size(); ++i) {
    const Json truth = value_json(outcome.truth[i]);
    const Json got = outcome.answers[i].is_null() ? Json(outcome.wrong[i]) : outcome.answers[i];
    // Averages that agree for all values, not for these labels alone, are the same answer.
    result.answer(fmt::format("token {}", i + 1),
                  outcome.wrong[i].empty() ? truth
                  : got == truth           ? Json(outcome.wrong[i])
                                           : got,
                  truth);
  }
  Check memory;
  if (outcome.violation.empty()) {
    memory = holds("memory", Evidence::enumeration, fmt::format("at most s = {} words", plan->memory));
  } else if (outcome.crowded) {
    memory = not_applicable(
        "memory", fmt::format("a bucket has more than {} queries or keys: {}", granted, outcome.violation));
  } else {
    memory = refuted(Kind::constant, "memory", outcome.violation);
  }
  result.add(memory_binds && !outcome.crowded ? memory : informative(memory));
}

}  // namespace attest
