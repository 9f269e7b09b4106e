// libFuzzer: inputs of single runs. The first line is a claim, its parameters and its variant (one of the settings
// below), the rest is what `attest run ... --input @-` gets.
#include <algorithm>

#include "tests/fuzz/command.hpp"

using namespace attest::fuzz;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // One for every kind of input that a task reads.
  static const std::vector<std::vector<std::string>> settings{
      {"strassen/function-composition", "n=3"},
      {"strassen/relation-composition", "m=2"},
      {"strassen/quotient-composition", "m=2"},
      {"strassen/match3", "n=3", "m=5"},
      {"poly/root-finding", "p=x1+x2", "n=3", "r=2"},
      {"anna/ema-match2", "N=3", "M=4"},
      {"anna/sum", "N=3", "M=4"},
      {"anna/k-hop", "N=4", "sigma=2", "k=2"},
      {"anna/induction-heads", "N=4", "sigma=2"},
      {"anna/final-output", "n=4", "s=2", "letters=2"},
      {"ea/next-token", "N=3", "tau=1", "context=3"},
      {"dat/select-and-relate", "X=2", "Y=3", "n=3", "beta=5"},
  };
  Case given = case_of(data, size);
  if (std::find(settings.begin(), settings.end(), given.words) == settings.end()) return -1;
  given.words.insert(given.words.begin(), "run");
  for (const char* word : {"--input", "@-", "--quiet"}) given.words.emplace_back(word);
  run_command(given.words, given.below);
  return 0;
}
