// The value of --input.
#pragma once

#include <string>
#include <vector>

#include "claims/json.hpp"

namespace attest {

// JSON, as it stands or from @FILE, or one of the words "random" and "rank:R" as a JSON string. Throws
// UsageError; `more_words`: what the command takes beside them, for its message.
Json input_option(const std::string& argument, const std::vector<std::string>& more_words = {});

}  // namespace attest
