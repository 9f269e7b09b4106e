// What a misspelt word may have been.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attest {

// " (did you mean fast?)", to stand behind what was expected; empty if nothing is near.
std::string maybe_meant(std::string_view given, const std::vector<std::string>& known);

}  // namespace attest
