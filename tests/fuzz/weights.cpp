// libFuzzer: a reader's weights. The first line is a claim, its parameters and its variant (one of the settings
// below), the rest is the file that `attest verify ... --weights -` gets.
#include <algorithm>
#include <iterator>

#include "tests/fuzz/command.hpp"

using namespace attest::fuzz;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Small enough that a file which is taken costs little.
  static const std::vector<std::vector<std::string>> settings{
      {"strassen/function-composition", "n=1"},      {"poly/function-composition", "t=2", "n=2", "A2=10"},
      {"strassen/relation-composition", "m=1"},      {"strassen/triangular-relation-composition", "m=1"},
      {"strassen/third-order-match3", "n=2", "m=3"}, {"anna/ema-match2", "N=2", "M=2"},
  };
  Case given = case_of(data, size);
  if (std::find(settings.begin(), settings.end(), given.words) == settings.end()) return -1;
  given.words.insert(given.words.begin(), "verify");
  for (const char* word : {"--weights", "-", "--threads", "1", "--budget", "1", "--quiet"})
    given.words.emplace_back(word);
  run_command(given.words, given.below);
  return 0;
}
