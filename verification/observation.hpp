// What an enumeration found, in ranks instead of indices: the part of a verdict that was counted rather
// than derived. It is written into the verdict (details.enumeration) so that the parts of a divided run can
// be put together into exactly what the undivided run would have observed.
#pragma once

#include <optional>
#include <vector>

#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "tasks/task.hpp"
#include "verification/enumeration.hpp"

namespace attest {

struct ListedInputs;

struct CountedRanks {
  Integer count = 0;
  std::optional<Integer> first;
};

// Of ranks, those of words that are no inputs included.
struct Observation {
  Integer space;
  Integer total;
  Integer checked;
  CountedRanks failing;
  CountedRanks undecided;
  CountedRanks extra;                    // what it counts is the claim's business (Tally::extra)
  std::vector<CountedRanks> conditions;  // Tally::conditions
  std::optional<Integer> no_inputs;      // Tally::no_inputs, of tasks with other words than inputs
  std::optional<Integer> not_judged;     // Tally::not_judged, of tasks that judge some inputs only
  Integer fell_back;
  std::uint64_t rank_sum = 0;          // of all ranks that were visited, modulo 2^64
  std::vector<Integer> failing_ranks;  // the first ones, ascending
  double worst = -1;                   // Tally::worst
  std::optional<Integer> worst_rank;
  double error_bound = 0;                          // Tally::error_bound
  std::optional<double> margin_bound;              // Tally::margin_bound; absent where nothing was judged
  std::vector<std::optional<Integer>> least_gaps;  // [unit of the layer], Tally::least_gaps
  // Tally::least_yes and greatest_no; absent where no output was decided by its sign on that side.
  std::optional<double> least_yes;
  std::optional<double> greatest_no;
  StopCause cause = StopCause::finished;

  bool complete() const { return checked == total; }
  Integer judged() const { return checked - no_inputs.value_or(0) - not_judged.value_or(0); }
  // As a verdict shows them.
  InputCounts input_counts() const;
};

Observation observe(const Task& task, const VerifyOptions& options, const EnumerationResult& result);
// Of an enumeration of the list's judged words (listed_inputs.hpp).
Observation observe(const Task& task, const ListedInputs& list, const EnumerationResult& result);

// details.enumeration. from_json throws UsageError on anything that to_json does not write.
Json to_json(const Observation& observation);
Observation observation_from_json(const Json& json);

// The sum of all ranks of a part, modulo 2^64.
std::uint64_t rank_sum_of(const Integer& space, const Part& part);

// Whether the numbers can be those of this part of this space: totals, ranks in the part, counts that fit,
// and of a complete part the sum of its ranks. Throws UsageError that names the field.
void check_observation(const Observation& observation, const Integer& space, const Part& part);

// details.enumeration of all parts' verdicts. Throws UsageError if one is of another input space.
std::vector<Observation> observations_of(const std::vector<Json>& parts, const InputSpace& space);

// The whole from all parts; `failing_limit` as the run's options had it.
Observation merge(const std::vector<Observation>& parts, std::size_t failing_limit);

}  // namespace attest
