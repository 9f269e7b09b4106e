// docs/language.md says what the program does: every example, the table of operators, the words and the limits.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "language/exact_evaluation.hpp"
#include "language/operators.hpp"
#include "language/parser.hpp"
#include "language/steps.hpp"
#include "language/truth.hpp"
#include "language/words.hpp"

namespace attest::language_documentation_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

std::vector<std::string> page() {
  std::ifstream file(ATTEST_TEST_DATA "/../docs/language.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string outcome(const std::string& text) {
  const Range three{1, 3};
  Names names;
  names.constants = {{"n", 3}, {"c", Rational(1, 2)}};
  names.inputs = {{"G", {three}, three}, {"x", {}, three}, {"A", {three, three}, {0, 1}}};
  names.indices = {{"i", three}};
  try {
    const Truth truth(parse_expression(text), names);
    return to_string(truth(std::vector<long>{2, 3, 1, 2, 0, 1, 0, 0, 0, 1, 1, 0, 0}, std::vector<long>{2}));
  } catch (const ParseError& error) {
    return "error: " + error.messages().at(0).text;
  } catch (const EvaluationError& error) {
    return std::string("error: ") + error.what();
  }
}

// The parts of a text that stand in backquotes.
std::vector<std::string> quoted(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = text.find('`'); at != std::string::npos;) {
    const std::size_t end = text.find('`', at + 1);
    result.push_back(text.substr(at + 1, end - at - 1));
    at = text.find('`', end + 1);
  }
  return result;
}

std::set<std::string> words_in(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

// What stands between two texts of the page, in one line.
std::string between(const std::string& begin, const std::string& end) {
  std::string all;
  for (const std::string& line : page()) all += line + " ";
  const std::size_t from = all.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t to = all.find(end, from + begin.size());
  REQUIRE(to != std::string::npos);
  return all.substr(from + begin.size(), to - from - begin.size());
}

}  // namespace

TEST_CASE("Every example of the page has the value that stands behind it", "[language]") {
  long examples = 0;
  bool inside = false;
  for (const std::string& line : page()) {
    if (line.starts_with("```")) {
      inside = line == "```expression";
      continue;
    }
    if (!inside) continue;
    const std::size_t sign = line.find('#');
    INFO(line);
    REQUIRE(sign != std::string::npos);
    const std::string text = line.substr(0, line.find_last_not_of(' ', sign - 1) + 1);
    CHECK(outcome(text) == line.substr(sign + 2));
    ++examples;
  }
  CHECK(examples >= 60);
}

TEST_CASE("The page's table of operators is the parser's", "[language]") {
  std::vector<std::set<std::string>> rows;
  std::vector<std::string> sides;
  for (const std::string& line : page()) {
    if (!line.starts_with("| `")) continue;
    const std::size_t second = line.find('|', 2);
    const std::vector<std::string> signs = quoted(line.substr(0, second));
    if (signs.size() > 1 && signs[0] == "let") continue;
    if (signs[0] == "f(x)") continue;
    rows.emplace_back(signs.begin(), signs.end());
    sides.push_back(line.substr(second + 2, line.find(' ', second + 2) - second - 2));
  }
  std::vector<std::set<std::string>> expected;
  std::vector<std::string> expected_sides;
  for (int level = level::implies; level <= level::power; ++level) {
    std::set<std::string> signs;
    Side side = Side::none;
    for (const Operator& candidate : operators()) {
      if (candidate.level != level) continue;
      signs.insert(std::string(candidate.sign));
      side = candidate.side;
    }
    constexpr const char* words[] = {"left", "right", "none", "chain"};
    const bool prefix = signs.empty();
    if (prefix) signs = {level == level::logic_not ? "not" : "-"};
    expected.push_back(signs);
    expected_sides.emplace_back(prefix ? "before" : words[static_cast<int>(side)]);
  }
  CHECK(rows == expected);
  CHECK(sides == expected_sides);
}

TEST_CASE("The page lists the reserved words, the functions and the quantifiers", "[language]") {
  const std::vector<std::string> reserved =
      quoted(between("Reserved words, which name nothing:", "Functions"));
  CHECK(words_in(reserved.at(0)) == std::set<std::string>(reserved_words().begin(), reserved_words().end()));
  const std::vector<std::string> functions = quoted(between("Functions that are always there:", "## "));
  std::set<std::string> exact;
  std::set<std::string> others;
  for (const BuiltinFunction& function : builtin_functions())
    (function.exact ? exact : others).insert(function.name);
  CHECK(words_in(functions.at(0)) == exact);
  CHECK(words_in(functions.at(1)) == others);
  std::set<std::string> quantifiers{"|"};
  for (int k = 0; k <= static_cast<int>(Quantifier::each); ++k) {
    quantifiers.insert(to_string(static_cast<Quantifier>(k)));
  }
  CHECK(words_in(between("QUANTIFIER  =", "operand ")) == quantifiers);
}

TEST_CASE("The page's limits are the program's", "[language]") {
  const auto limit = [](const std::string& what) {
    for (const std::string& line : page()) {
      if (line.starts_with("| " + what)) return std::stol(line.substr(line.rfind('|', line.size() - 2) + 1));
    }
    return 0L;
  };
  CHECK(limit("exponent") == largest_literal_exponent);
  CHECK(limit("nesting") == deepest_nesting);
  CHECK(limit("levels") == deepest_tree);
  CHECK(limit("parts of") == most_nodes);
  CHECK(limit("steps") == most_steps);
  CHECK(limit("bits") == longest_number);
  CHECK(limit("elements") == static_cast<long>(largest_set));
}

}  // namespace attest::language_documentation_test
