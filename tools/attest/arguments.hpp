// Reading the values of options. All throw UsageError that names the option, the value and what was expected.
#pragma once

#include <cstdint>
#include <string>

#include "claims/verdict.hpp"
#include "claims/verify_options.hpp"
#include "tools/attest/table.hpp"

namespace attest {

std::uint64_t read_count(const std::string& option, const std::string& value, std::uint64_t least,
                         std::uint64_t most);
double read_seconds(const std::string& option, const std::string& value);  // above 0
double read_ratio(const std::string& option, const std::string& value);    // above 1
Part read_part(const std::string& value);                                  // "R/M", 0 <= R < M
Method read_method(const std::string& value);                              // auto, enumeration, cover
Format read_format(const std::string& value);
Variant read_variant(const std::string& value);
std::uint64_t read_bytes(const std::string& option, const std::string& value);  // 1048576, 512M, 2G

}  // namespace attest
