// libFuzzer: the part files that `attest merge` reads, all of them one after the other on standard input. The words
// BUILD and VERSION stand for the program's own, as in the files of tests/accepted/parts.
#include "tests/fuzz/command.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/version.hpp"

namespace {

void replace_all(std::string& text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  replace_all(text, "\"BUILD\"", '"' + std::string(attest::build_identity()) + '"');
  replace_all(text, "\"VERSION\"", '"' + std::string(attest::version()) + '"');
  attest::fuzz::run_command({"merge", "-", "--quiet"}, text);
  return 0;
}
