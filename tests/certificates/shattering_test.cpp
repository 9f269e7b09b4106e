// Certificates of shattered sets, written by attest and checked in this process: of every function of three bits, and of functions by name
// at small sizes, whose text is compared with their code word by word.
#include "certificates/shattering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "checker/function.hpp"
#include "checker/refusal.hpp"
#include "checker/shattering.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/shattering/table_function.hpp"
#include "tools/attest/shattering_certificate.hpp"

namespace attest {

namespace {

const Stop never = [] { return false; };

WordFunction function_of_bits(unsigned table) {
  WordFunction f;
  f.name = "three bits";
  f.positions = 3;
  f.letters = {0, 1};
  f.value = [table](const LetterIndex* w) { return (table >> (4 * w[0] + 2 * w[1] + w[2]) & 1) != 0; };
  return f;
}

std::string certificate_of(const WordFunction& f, int& dimension) {
  const TableFunction table(FunctionTable(f, never), never);
  const SplitVc found = split_vc(table, {});
  dimension = found.lower;
  std::string text;
  const auto written = write_found_set(certified_function(f, 20261127), f, found, table, false,
                                       [&](const std::string& line) { text += line; });
  CHECK(written.not_in_it.empty());
  CHECK(written.says == fmt::format("split-VC is {}", found.lower));
  return text;
}

bool is_accepted(const std::string& text) {
  std::istringstream in(text);
  try {
    attest_check::check_shattering(in);
    return true;
  } catch (const attest_check::Rejection&) {
    return false;
  }
}

std::string changed_once(std::string text, const std::string& old, const std::string& with) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), with);
}

}  // namespace

TEST_CASE("the certificate of each function of three bits is accepted and that of a smaller dimension is not",
          "[certificates]") {
  std::mt19937 draw(20261127);
  for (unsigned table = 0; table < 256; ++table) {
    INFO(table);
    int dimension = 0;
    const std::string text = certificate_of(function_of_bits(table), dimension);
    CHECK(is_accepted(text));
    if (dimension == 0) continue;
    // One row fewer is shattered, too; that no larger set is, is false, whatever excludes it.
    const WordFunction f = function_of_bits(table);
    const Json record = certified_function(f, 0);
    Json claim = record;
    claim["split"] = nullptr;
    claim["at_least"] = 0;
    claim["at_most"] = dimension - 1;
    CHECK_THROWS_AS(theorems::certificates::closing_lines(claim.dump(), {}),
                    theorems::certificates::NoCertificate);
    const std::string begin = claim.dump() + "\n{\"split\":[],\"rows\":[]}\n{\"column\":[0,0,0]}\n";
    CHECK_FALSE(is_accepted(begin + "{\"end\":3}\n"));
    // All partitions, each with a tree of a node, whose cells are drawn.
    for (int attempt = 0; attempt < 20; ++attempt) {
      std::string lines;
      int count = 3;
      for (const char* split : {"[]", "[1]", "[2]", "[1,2]", "[3]", "[1,3]", "[2,3]", "[1,2,3]"}) {
        const unsigned rows = draw() % 4;
        if (rows == 0) continue;  // as if it were too small
        std::string cells;
        for (unsigned r = 0; r < rows; ++r) cells += fmt::format("{}{}", r == 0 ? "" : ",", draw() % 2);
        lines += fmt::format("{{\"split\":{}}}\n{{\"cells\":[{}]}}\n", split, cells);
        count += 2;
      }
      CHECK_FALSE(is_accepted(begin + lines + fmt::format("{{\"end\":{}}}\n", count)));
    }
  }
}

TEST_CASE("functions by name are what their texts say", "[certificates]") {
  const std::vector<std::vector<std::string>> settings{
      {"indexing", "n=1"},      {"indexing", "n=3"},      {"sum2", "l=3"},          {"sum2", "l=2", "m=2"},
      {"sum2", "l=2", "m=3"},   {"disjointness", "m=3"},  {"equality", "m=3"},      {"greater-than", "m=3"},
      {"inner-product", "m=3"}, {"parity", "n=5"},        {"majority", "n=5"},      {"majority", "n=4"},
      {"match3", "n=3", "m=5"}, {"match3", "n=1", "m=3"}, {"multiplexer", "k=1"},   {"multiplexer", "k=2"},
      {"connectivity", "n=2"},  {"connectivity", "n=4"},  {"match3", "n=2", "m=2"}, {"random", "n=4"}};
  std::vector<std::string> met;
  for (const auto& setting : settings) {
    INFO(fmt::format("{} {}", setting[0], setting[1]));
    met.push_back(setting[0]);
    const WordFunction f = named_function(setting[0], {setting.begin() + 1, setting.end()}, 7);
    const std::string line = [&] {
      Json record = certified_function(f, 7);
      record["split"] = nullptr;
      record["at_least"] = 0;
      record["at_most"] = nullptr;
      return record.dump();
    }();
    attest_check::LineReader reader(line, 1);
    attest_check::Function defined(reader);
    REQUIRE(defined.positions() == f.positions);
    std::vector<LetterIndex> word(f.positions, 0);
    do {
      std::vector<long> letters;
      for (const LetterIndex a : word) letters.push_back(f.letters[a]);
      REQUIRE(defined.value(letters) == f.value(word.data()));
    } while (next_word(word, f.letters.size()));
  }
  for (const NamedFunction& named : named_functions())
    CHECK(std::find(met.begin(), met.end(), named.name) != met.end());
}

TEST_CASE("functions by name have certificates that are accepted, and not of another value",
          "[certificates]") {
  for (const auto& [name, size, value] : {std::tuple{"disjointness", "m=3", 3},
                                          {"indexing", "n=3", 3},
                                          {"sum2", "l=4", 3},
                                          {"greater-than", "m=3", 1},
                                          {"connectivity", "n=4", 2},
                                          {"majority", "n=5", 1}}) {
    INFO(name);
    int dimension = 0;
    const std::string text = certificate_of(named_function(name, {size}, 7), dimension);
    CHECK(dimension == value);
    CHECK(is_accepted(text));
    const std::string bound = fmt::format("\"at_most\":{}}}", value);
    CHECK(is_accepted(changed_once(text, bound, "\"at_most\":null}")) ==
          false);  // the trees are one too many
    CHECK_FALSE(is_accepted(changed_once(text, fmt::format("\"at_least\":{}", value),
                                         fmt::format("\"at_least\":{}", value - 1))));
  }
}

}  // namespace attest
