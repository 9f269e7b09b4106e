// What one rank says to another of the words of a reduction that it has looked at.
#pragma once

#include "claims/json.hpp"
#include "ranks/index_range.hpp"
#include "reductions/text/reduction_outcome.hpp"

namespace attest {

Json to_json(const ReductionOutcome& outcome);

// Of exactly these words; `empty` has the shape. Throws where it cannot be so.
ReductionOutcome outcome_from_json(const Json& json, ReductionOutcome empty, IndexRange range);

}  // namespace attest
