// The value of --input.
#pragma once

#include <string>

#include "claims/json.hpp"

namespace attest {

// JSON, as it stands or from @FILE, or one of the words "random" and "rank:R" as a JSON string. Throws
// UsageError.
Json input_option(const std::string& argument);

}  // namespace attest
