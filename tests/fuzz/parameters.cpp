// libFuzzer: parameters, polynomials among them. The first line is a claim, each further one a word of
// `attest verify CLAIM WORD ...`, which gets a twentieth of a second.
#include <sstream>

#include "tests/fuzz/command.hpp"

using namespace attest::fuzz;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Case given = case_of(data, size);
  if (given.words.size() != 1) return -1;
  std::vector<std::string> words{"verify", given.words.front()};
  std::istringstream lines(given.below);
  for (std::string line; std::getline(lines, line);) {
    // Files and options are another matter.
    if (line.rfind('-', 0) == 0 || line.find('@') != std::string::npos ||
        line.find('\0') != std::string::npos)
      return -1;
    words.push_back(line);
  }
  for (const char* word : {"--threads", "1", "--budget", "0.05", "--quiet"}) words.emplace_back(word);
  run_command(words, "");
  return 0;
}
