#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "theorems/keywords.hpp"
#include "theorems/read.hpp"
#include "theorems/same.hpp"
#include "theorems/texts.hpp"
#include "theorems/write.hpp"

namespace attest::theorem_documentation_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The blocks of a kind on the page, ```kind .. ```.
std::vector<std::string> blocks(const std::string& page, const std::string& kind) {
  std::vector<std::string> result;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line == "```" + kind) {
      inside = true;
      result.emplace_back();
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      result.back() += line + "\n";
    }
  }
  return result;
}

std::string first_word(const std::string& line) {
  return line.substr(0, line.find(' '));
}

const char* const rest_of_a_file = R"(theorem t
sizes n >= 1, m >= 1
param c = 3
input a : [n] -> [m], x : [n]
tokens i in [n+1] carry num = if i <= n then a(i) else 0
task at n+1, number: a(x)
layer residual
  embed pos = i, num = num, one = 1, out = 0
  head softmax, scale 2
    query = (c*one)
    key = (num)
    value = (out: pos)
readout out
check output
)";

// A whole file with these statements, and the other ones of rest_of_a_file.
std::string completed(const std::string& statements) {
  std::set<std::string> said;
  for (const std::string& line : lines_of(statements)) {
    if (!line.empty() && line[0] != ' ') said.insert(first_word(line));
  }
  if (said.contains("also")) said.insert("check");
  if (statements.find("check ") == std::string::npos) said.erase("check");
  std::string text = "attest-theorem 1\n";
  bool keep = true;
  for (const std::string& line : lines_of(rest_of_a_file)) {
    if (line[0] != ' ') keep = !said.contains(first_word(line));
    if (keep) text += line + "\n";
  }
  // A layer of one's own with other coordinates reads out one of them, if nothing else is said.
  if (said.contains("layer") && !said.contains("readout") &&
      statements.find("out = 0") == std::string::npos) {
    text += "readout stream.1\n";
  }
  return text + statements;
}

}  // namespace

TEST_CASE("Every file and every statement that the documentation shows is read",
          "[theorems][documentation]") {
  const std::string page = file_text(repository() + "/docs/theorem-files.md");
  const auto files = blocks(page, "theorem-file");
  const auto statements = blocks(page, "theorem-statements");
  CHECK(files.size() == 7);
  CHECK(statements.size() >= 20);
  for (const std::string& file : files) {
    INFO(file);
    CHECK(theorems::write(theorem(file)) == file);
  }
  for (const std::string& some : statements) {
    const std::string text = completed(some);
    INFO(text);
    const auto read = theorem(text);
    CHECK(theorems::same(read, theorem(theorems::write(read))));
  }
}

TEST_CASE("The documentation shows every statement that there is", "[theorems][documentation]") {
  const std::string page = file_text(repository() + "/docs/theorem-files.md");
  std::set<std::string> shown;
  for (const char* kind : {"theorem-file", "theorem-statements"}) {
    for (const std::string& block : blocks(page, kind)) {
      std::istringstream words(block);
      for (std::string word; words >> word;) shown.insert(word);
    }
  }
  for (const theorems::Keyword& keyword : theorems::keywords()) {
    INFO(keyword.word);
    CHECK(shown.contains(keyword.word));
    CHECK(keyword.example.starts_with(keyword.word + " "));
  }
}

}  // namespace attest::theorem_documentation_test
