// `attest generate FILE.theorem k=v --count N`: random inputs of a theorem's task with their answers, of the catalogue's programs too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/attest/command_spec.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/exit_status.hpp"

namespace attest {

struct TheoremSample {
  std::string theorem;  // a file, or a claim of the catalogue with a task
  std::optional<std::string> variant;
  std::vector<std::string> words;
  std::optional<std::string> count;
  std::optional<std::string> splits;
  bool npy = false;  // one array instead of JSON lines: x the values of the input's cells, y the answers
};

// JSON lines: a first one that says where they come from, then one for each input, drawn uniformly among those that the theorem judges.
// Of a vector the answers are all its numbers, position by position, fractions as "p/q".
ExitStatus generate_of_theorem(const Context& context, const TheoremSample& sample,
                               const CommonOptions& common);

}  // namespace attest
