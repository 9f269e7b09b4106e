// Words about runs that did not see everything.
#pragma once

#include <string>

#include "tasks/input_space.hpp"
#include "verification/observation.hpp"
#include "verification/run_plan.hpp"

namespace attest {

// A count for a reader: all digits up to 40, else "about 1.234e567".
std::string short_count(const Integer& count);

// "interrupted after 1234 of 2187 inputs"; empty for a complete run that has inputs.
std::string stop_reason(const Observation& observation);

// "4^9" for nine positions of four symbols, "2^3*5" in general.
std::string space_formula(const InputSpace& space);

// An input space of more inputs than this is announced before it is begun.
Integer announced_from();
// The number of inputs, where visiting them takes long by the plan, or where the plan does not know and they are many.
void announce_long_run(const Task& task, const RunPlan& plan, const VerifyOptions& options,
                       const std::string& what);

// Why nothing is said where where and judged if leave nothing.
inline constexpr const char* no_judged_input = "no input is judged";

}  // namespace attest
