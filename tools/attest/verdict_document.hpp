// A verdict as contract.md's JSON document "attest/verdict/1".
#pragma once

#include <cstdint>
#include <string>

#include "claims/verdict.hpp"

namespace attest {

Json verdict_document(const Verdict& verdict, const std::string& command, std::uint64_t seed);

// One document on one line.
std::string json_line(const Json& document);
// The same over several lines.
std::string json_text(const Json& document, int indent = 2);

// `words` quoted for a POSIX shell where needed.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace attest
