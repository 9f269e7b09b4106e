#include <catch2/catch.hpp>

#include <filesystem>

#include "theorems/read.hpp"
#include "theorems/texts.hpp"

namespace attest::rejected_theorems_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)

namespace {

// Every message as a user sees it; empty where the file is read.
std::string rendered(const std::string& name, const std::string& text) {
  std::string result;
  try {
    const language::SourceText source(name, text);
    try {
      theorems::read_theorem(source);
    } catch (const language::ParseError& error) {
      for (const language::Message& m : error.messages()) result += source.render(m) + "\n";
    }
  } catch (const language::ParseError& error) {  // no text at all: nothing to show of it
    for (const language::Message& m : error.messages()) {
      result += name + ":" + std::to_string(m.place.line) + ":" + std::to_string(m.place.column) + ": " +
                m.text + "\n";
    }
  }
  return result;
}

// Whether a text is read or refused with messages; anything else fails the test.
bool is_read_or_refused(const std::string& text) {
  try {
    theorems::read_theorem(language::SourceText("text", text));
  } catch (const language::ParseError& error) {
    return !error.messages().empty();
  }
  return true;
}

}  // namespace

TEST_CASE("Every broken theorem file is refused with the messages beside it", "[theorems]") {
  const auto files = files_below("tests/rejected/theorems", ".theorem");
  CHECK(files.size() >= 200);
  for (const std::string& path : files) {
    INFO(path);
    const std::filesystem::path file(path);
    const std::string messages = rendered(file.filename().string(), file_text(path));
    CHECK_FALSE(messages.empty());
    CHECK(messages == file_text(std::filesystem::path(path).replace_extension(".message").string()));
  }
}

TEST_CASE("No beginning of a good file and no file with one letter less is anything but read or refused",
          "[theorems]") {
  for (const std::string text : {composition_sketch, argmax_sketch, extension_sketch}) {
    for (std::size_t k = 0; k < text.size(); ++k) {
      REQUIRE(is_read_or_refused(text.substr(0, k)));
      std::string shorter = text;
      shorter.erase(k, 1);
      REQUIRE(is_read_or_refused(shorter));
    }
  }
}

TEST_CASE("No file with two words exchanged is anything but read or refused", "[theorems]") {
  const std::string text = composition_sketch;
  std::vector<std::string> words{""};
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (blank != words.back().ends_with(' ') && blank != words.back().ends_with('\n')) words.emplace_back();
    words.back() += c;
  }
  for (std::size_t k = 0; k + 7 < words.size(); ++k) {
    auto exchanged = words;
    std::swap(exchanged[k], exchanged[k + 7]);
    std::string whole;
    for (const std::string& word : exchanged) whole += word;
    REQUIRE(is_read_or_refused(whole));
  }
}

}  // namespace attest::rejected_theorems_test
