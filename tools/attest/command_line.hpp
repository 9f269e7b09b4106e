// From the words of a command line to a CommandLine, by the records of command_table.hpp. The only part of
// the program that knows the command-line library.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/command_spec.hpp"

namespace attest {

class CommandLineParser {
 public:
  // `words` follow the command's name. Throws UsageError; "-h" and "--help" are told by `help`.
  CommandLineParser(const CommandSpec& command, const std::vector<std::string>& words);

  bool help() const { return help_; }
  const CommandLine& line() const { return line_; }

 private:
  CommandLine line_;
  bool help_ = false;
};

std::string command_line_library();  // the version of CLI11

}  // namespace attest
