// From a call of the public header to the words of a command line.
#pragma once

#include <string>
#include <vector>

#include "attest/attest.hpp"

namespace attest::api {

struct Words {
  std::vector<std::string> words;  // "attest", the command, ...
  std::string standard_input;

  // Throws UsageError for what no command line could say, or would take for something else. `theorem`: null for none.
  static Words of(const std::string& command, const Theorem* theorem, const Request& request);
};

}  // namespace attest::api
