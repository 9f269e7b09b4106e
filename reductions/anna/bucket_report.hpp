// Checks and details that the claims of Theorems C.1 and C.3 share.
#pragma once

#include "claims/deadline.hpp"
#include "claims/verdict.hpp"
#include "reductions/anna/bucket_trials.hpp"

namespace attest {

// "output": every token's value, with the limits lifted where they are broken.
Check bucket_output_check(const BucketTotals& totals, const Deadline& deadline);

// "memory": held, sent, received, at most s words each, wherever no bucket is larger than granted.
// `granted`: what is granted, in words.
Check bucket_memory_check(const BucketPlan& plan, const BucketTotals& totals, const std::string& granted,
                          const Deadline& deadline);

// "rounds": all but those of the sorting network, against `fixed` + 2 d + 2 (d' - 1), where d is the least
// number with a^d >= N for the smaller fan-out a of the two trees and d' the depth of the tree from a token
// to the tables.
Check bucket_rounds_check(const BucketPlan& plan, const BucketTotals& totals);

// The least d with arity^d >= leaves; 0 for one leaf. arity >= 2 unless there is one leaf.
long depth_bound(long leaves, long arity);

Json bucket_details(const BucketPlan& plan, const BucketTotals& totals);

// Counts, the counterexample and the failing inputs of a verdict.
void report_totals(const BucketTotals& totals, Verdict& verdict);

// Filled in the papers' favour, or left open by the print; for both theorems.
Json bucket_choices(const BucketPlan& plan);

}  // namespace attest
