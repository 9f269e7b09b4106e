// What a claim of the catalogue states whose checks are C++: read from its text (<paper>/<claim>.claim).
#pragma once

#include <string>

#include "claims/claim.hpp"

namespace attest {

// std::logic_error where the catalogue has no text of a program of this name.
ClaimInfo program_info(const std::string& id);

}  // namespace attest
