#include "tools/attest/read_file.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"

namespace attest {

std::string read_file(const std::string& path, const std::string& argument, const std::string& written) {
  std::ostringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
    note_input_file(path, text.str());
    return text.str();
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw UsageError(argument, written, "a file that can be read, not a directory");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(argument, written, "a file that can be read");
  text << file.rdbuf();
  if (file.bad()) throw UsageError(argument, written, "a file that can be read");
  note_input_file(path, text.str());
  return text.str();
}

}  // namespace attest
