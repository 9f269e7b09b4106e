// What the parts of a cover have seen, written into their verdicts so that it can be put together into what the undivided cover would have
// seen.
//
// Each unit of work (Division) is one part's, and what is found of it depends on nothing else: so the whole's counts are the sums, and its
// first wrong input is the one of the lowest case and unit.
#pragma once

#include <vector>

#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "tasks/input_space.hpp"
#include "verification/cover/run.hpp"
#include "verification/cover/start.hpp"

namespace attest::cover {

inline constexpr const char* tallies_field = "cover_part";  // of details

Json to_json(const Covered& covered, const InputSpace& space);

// What one rank says to another of a case that it has looked at to the end, a result for each goal; and what it says, for the goals of these
// results, which throws UsageError where it cannot be so.
Json case_to_json(const std::vector<Result>& seen, std::size_t start, const InputSpace& space);
std::vector<Result> case_from_json(const Json& json, const std::vector<Result>& empty, std::size_t start,
                                   const Questions& problem, const std::vector<Start>& starts,
                                   const Part& part);

// What these verdicts (as JSON) hold together: of all parts in the order of their residues, or of one where `part` is given. UsageError that names the field where it is malformed, where it cannot be of such a part of this cover, or where the
// parts do not add up; wrong inputs are evaluated again.
// `heads`: of which best tuples are asked to be unique; none where nobody asks.
Covered covered_by(const std::vector<Json>& verdicts, const Questions& problem,
                   const std::vector<Start>& starts, std::size_t heads, const Part& part);

}  // namespace attest::cover
