// What the targets that fuzz whole commands share: one command in this process, with standard input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attest::fuzz {

// A text's first line, cut into words at spaces, and what stands below it.
struct Case {
  std::vector<std::string> words;
  std::string below;
};
Case case_of(const std::uint8_t* data, std::size_t size);

// Runs `attest WORDS...`. Every input gets an answer or is refused with a UsageError of one line: anything else
// ends the process, as libFuzzer wants it.
void run_command(const std::vector<std::string>& words, const std::string& standard_input);

}  // namespace attest::fuzz
