// Files and standard input as an option's value.
#pragma once

#include <string>

namespace attest {

// The whole of a file, or of standard input for "-", of at most `limit` bytes; what is no regular file (a
// device may have no end) of at most 64 MiB. Throws UsageError that names the argument and what the user
// wrote there.
std::string read_file(const std::string& path, const std::string& argument, const std::string& written,
                      std::size_t limit = std::size_t{1} << 30);

// The same of what is no input of a verdict, and stands in none (claims/input_files.hpp).
std::string file_text(const std::string& path, const std::string& argument, const std::string& written,
                      std::size_t limit);

}  // namespace attest
