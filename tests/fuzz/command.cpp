#include "tests/fuzz/command.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "claims/usage_error.hpp"
#include "tests/whole_catalogue.hpp"
#include "tools/attest/command_line.hpp"
#include "tools/attest/command_table.hpp"
#include "tools/attest/theorem_files.hpp"

namespace attest::fuzz {

namespace {

// What the commands print is not looked at; libFuzzer writes to standard error.
const Catalogue& catalogue_without_output() {
  static const bool silent = std::freopen("/dev/null", "w", stdout) != nullptr;
  if (!silent) std::abort();
  return whole_catalogue();
}

}  // namespace

Case case_of(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  Case result;
  std::istringstream line(text.substr(0, end));
  for (std::string word; line >> word;) result.words.push_back(word);
  if (end < text.size()) result.below = text.substr(end + 1);
  return result;
}

void run_command(const std::vector<std::string>& words, const std::string& standard_input) {
  const Catalogue& catalogue = catalogue_without_output();
  std::istringstream input(standard_input);
  std::streambuf* const before = std::cin.rdbuf(input.rdbuf());
  std::cin.clear();
  try {
    const CommandSpec& command = *find_command(words.front());
    const CommandLineParser parser(command, {words.begin() + 1, words.end()});
    if (command.run({catalogue, "attest"}, parser.line()) == exit_internal) std::abort();
  } catch (const UsageError& refusal) {
    if (std::string_view(refusal.what()).find('\n') != std::string_view::npos) std::abort();
  } catch (const TheoremFileError&) {  // "-": the theorem stands in the standard input
  }
  std::cin.rdbuf(before);
}

}  // namespace attest::fuzz
