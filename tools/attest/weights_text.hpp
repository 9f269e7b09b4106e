// The weights of a construction (attest/show/..) for people.
#pragma once

#include <cstddef>
#include <string>

#include "claims/json.hpp"

namespace attest {

// As a reader would write them: a field a line, matrices a row a line.
std::string weights_text(const Json& json, std::size_t indent);

}  // namespace attest
