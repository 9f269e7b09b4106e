// One input through a protocol of Theorem C.1 or C.3, as `attest run` shows it.
#pragma once

#include <memory>

#include "claims/run_result.hpp"
#include "claims/walkthrough.hpp"
#include "reductions/anna/bucket_trials.hpp"

namespace attest {

// Adds the answer of every token and the check of the limit of s words; `memory_binds`: whether a broken limit
// refutes. Throws UsageError naming N where sums of labels or numbers of machines leave their fields.
// `rounds`: becomes the messages round by round.
void add_bucket_run(const std::shared_ptr<const BucketPlan>& plan, BucketReference reference, long granted,
                    bool memory_binds, const BucketInput& input, RunResult& result,
                    WalkSection* rounds = nullptr);

}  // namespace attest
