#pragma once

#include <string>

namespace attest {

std::string version();                 // "0.2.0"
std::string version_with_libraries();  // several lines

}  // namespace attest
