// Words about runs that did not see everything.
#pragma once

#include <string>

#include "tasks/input_space.hpp"
#include "verification/observation.hpp"

namespace attest {

// A count for a reader: all digits up to 40, else "about 1.234e567".
std::string short_count(const Integer& count);

// "interrupted after 1234 of 2187 inputs"; empty for a complete run that has inputs.
std::string stop_reason(const Observation& observation);

// "4^9" for nine positions of four symbols, "2^3*5" in general.
std::string space_formula(const InputSpace& space);

// An input space of more inputs than this is announced before it is begun.
Integer announced_from();
void announce_if_large(const InputSpace& space, const VerifyOptions& options, const std::string& what);

}  // namespace attest
