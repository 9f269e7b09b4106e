// What Theorem C.1 says about its hash function and its number of machines, as checks.
#pragma once

#include "claims/deadline.hpp"
#include "claims/verdict.hpp"
#include "reductions/anna/bucket_trials.hpp"

namespace attest {

// Lines 656-658 with N different elements: P(a bucket has at least s) <= binom(N, s) / N^s <= 1 / s!.
Check printed_hashing_check(long N, long s);

// P(a query bucket or a key bucket has more than c) <= 2 N binom(N, c+1) / N^(c+1) <= 2N/(c+1)!: exactly for
// N different queries and N different keys (whose hash values are independent), and for every input of the
// run by counting its hash functions.
Check repaired_hashing_check(long N, long c, const BucketTotals& totals, const Integer& hashes,
                             const Deadline& deadline);

// For s = 1, ..., N: the exact probability and the bounds.
Json hashing_table(long N);

// The count of line 692 (722): O(N^(1+epsilon-epsilon')), with l tables N^(3/c^2) times as many. What is
// counted are the machines of the run's layout with a number for each token; if there are at least N (l N),
// no constant makes the claim true for all N. Not essential.
Check printed_machines_check(const BucketPlan& plan);

// The count against a formula with its constants.
Check repaired_machines_check(const BucketPlan& plan, long machines);

}  // namespace attest
