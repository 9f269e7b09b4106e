// Covers by counts of whole settings: the verdict's tallies, the margins of outputs, the number of failing inputs.
#pragma once

#include "verification/counts/problem.hpp"
#include "verification/cover/count.hpp"
#include "verification/cover/margins.hpp"
#include "verification/cover/run.hpp"

namespace attest::counts {

// As cover::cover_all, of outputs alone. A unit of work is a Unit (search.hpp).
cover::Covered cover_all(const Problem& problem, const VerifyOptions& options);

// As cover::margins_by_cover; score gaps are not measured.
cover::MarginReport margins(const Problem& problem, bool all_right, std::optional<double> asked);

// As cover::count_failing. Boxes of one judged token are disjoint; of several, null.
cover::FailingCount count_failing(const Problem& problem, std::uint64_t most_boxes);

// Whether tokens that are alike are put together, or the answer is known by few symbols: where boxes of counts are few.
bool are_of_use(const Problem& problem);

// How many terms a bound of every unit has, as far as they are told beforehand.
Integer terms_of(const Problem& problem);

}  // namespace attest::counts
