// Files and standard input as an option's value.
#pragma once

#include <string>

namespace attest {

// The whole of a file, or of standard input for "-". Throws UsageError that names the argument and what the
// user wrote there.
std::string read_file(const std::string& path, const std::string& argument, const std::string& written);

}  // namespace attest
