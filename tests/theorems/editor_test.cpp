#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "claims/verdict.hpp"
#include "language/words.hpp"
#include "theorems/keywords.hpp"
#include "theorems/texts.hpp"

// The editor's syntax file has the reader's words, each in its group.

using namespace attest;                 // NOLINT(google-build-using-namespace)
using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)

namespace {

std::set<std::string> words_of(const std::string& page, const std::string& group) {
  std::set<std::string> found;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const std::string start = "syntax keyword " + group + " ";
    if (!line.starts_with(start)) continue;
    std::istringstream words(line.substr(start.size()));
    for (std::string word; words >> word;) CHECK(found.insert(word).second);
  }
  return found;
}

}  // namespace

TEST_CASE("The editor's syntax file knows the words of the reader and no other statements",
          "[theorems][editor]") {
  const std::string page = file_text("tools/editors/vim/syntax/attest.vim");
  std::set<std::string> statements;
  for (const theorems::Keyword& keyword : theorems::keywords()) statements.insert(keyword.word);
  CHECK(words_of(page, "attestStatement") == statements);
  const auto& reserved = language::reserved_words();
  std::set<std::string> operators(reserved.begin(), reserved.end());
  operators.erase("let");  // a statement, too
  CHECK(words_of(page, "attestOperator") == operators);
  std::set<std::string> functions;
  for (const auto& function : language::builtin_functions()) {
    if (!language::is_reserved(function.name)) functions.insert(function.name);
  }
  CHECK(words_of(page, "attestFunction") == functions);
  for (const std::string& verdict : words_of(page, "attestVerdict")) {
    INFO(verdict);
    CHECK(status_from_string(verdict).has_value());
  }
  CHECK(words_of(page, "attestVerdict").size() == 5);
}
