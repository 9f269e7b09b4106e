// Runs of equal hash codes in a list that is sorted by code.
#pragma once

#include <vector>

#include "reductions/anna/bucket_plan.hpp"
#include "reductions/anna/bucket_records.hpp"

namespace attest {

// In the order of the list; a run's record has the vector of its first member, the range of leaves and the
// value of all, and its number (from 1) as slot. The type is location for queries and bucket for pairs.
struct BucketRun {
  BucketRecord record;
  long code = 0;
};

// `values`: of pairs and buckets; queries have none. With plan.averages a run's value is the average of its
// members' values (line 688: "computes the averaged value associated with each key it contains"), which for
// items is that of their values v and for records of children that of their averages; else sum and count.
std::vector<BucketRun> bucket_runs(const BucketPlan& plan, long table, bool values,
                                   const std::vector<BucketRecord>& list);

// run_of[j]: the run (0-based) of the j-th member of the list.
std::vector<std::size_t> run_of_members(const BucketPlan& plan, long table,
                                        const std::vector<BucketRecord>& list);

}  // namespace attest
