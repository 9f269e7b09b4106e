// The exact answer to an instance, and whether a solution is one. Both throw std::invalid_argument for
// attention, whose rows are judged against their source (poly/attention_check.hpp).
#pragma once

#include <optional>

#include "reductions/reduction.hpp"

namespace attest {

// The first solution of a formula or of sets of vectors; nullopt if there is none. A formula is asked for an
// assignment that falsifies at most that weight.
std::optional<Solution> solve_instance(const Instance& instance, long most_falsified);

bool is_solution(const Instance& instance, const Solution& solution, long most_falsified);

}  // namespace attest
