// One source instance through a reduction between combinatorial problems, as `attest run` shows it.
#pragma once

#include <optional>

#include "claims/run_result.hpp"
#include "reductions/poly/formulas/image_tally.hpp"
#include "reductions/reduction.hpp"

namespace attest {

// The work of examine(): tuples of all target instances together. Throws UsageError that names the parameter
// above 2^24 of them.
void require_few_tuples(const Images& images, const Integer& tuples_of_each, const std::string& parameter);

// Adds the target instances, what becomes of the source's solution, the answers and the checks. `tally` has
// seen this source alone; `solution` is found by a solver that the tally does not use.
void add_image_run(const Images& images, const ImageTally& tally, const std::optional<Solution>& solution,
                   RunResult& result);

// An assignment as 0 and 1, a tuple as 1-based numbers.
Json solution_json(const Solution& solution);

}  // namespace attest
