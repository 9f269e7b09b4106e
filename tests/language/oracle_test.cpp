// Random expressions against Python's fractions, operators and laziness (oracles/expressions.py).
#include <catch2/catch.hpp>
#include <fstream>
#include <random>

#include "claims/json.hpp"
#include "language/parser.hpp"
#include "language/truth.hpp"

namespace attest::expression_oracle_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

struct Setting {
  std::vector<long> cells;
  std::vector<long> indices;
};

struct Oracle {
  Names names;
  std::vector<Setting> settings;
  Json expressions;
};

Oracle oracle() {
  const Range three{1, 3};
  Oracle result;
  result.names.constants = {{"n", 3}, {"c", Rational(1, 2)}};
  result.names.inputs = {
      {"G", {three}, three}, {"H", {three}, three}, {"x", {}, three}, {"A", {three, three}, {0, 1}}};
  result.names.indices = {{"i", three}};
  std::ifstream file(ATTEST_TEST_DATA "/oracles/expressions.json");
  const Json record = Json::parse(file);
  for (const Json& setting : record.at("settings")) {
    Setting one;
    for (const Json& cell : setting.at("cells")) one.cells.push_back(std::stol(cell.dump()));
    one.indices = {std::stol(setting.at("i").dump())};
    result.settings.push_back(std::move(one));
  }
  result.expressions = record.at("expressions");
  return result;
}

Type::Kind kind_of(const Json& entry) {
  const auto kind = entry.at(1).get<std::string>();
  return kind == "set" ? Type::Kind::set : kind == "condition" ? Type::Kind::truth : Type::Kind::number;
}

// The value as it is written, or "none".
template <class Evaluate>
std::string written(const Evaluate& evaluate) {
  try {
    return to_string(evaluate());
  } catch (const EvaluationError&) {
    return "none";
  }
}

}  // namespace

TEST_CASE("1500 random expressions have the values that Python gives them", "[language]") {
  const Oracle o = oracle();
  REQUIRE(o.expressions.size() == 1500);
  REQUIRE(o.settings.size() == 3);
  long on_machine = 0;
  for (const Json& entry : o.expressions) {
    const auto text = entry.at(0).get<std::string>();
    INFO(text);
    const Expression e = parse_expression(text);
    CHECK(same(parse_expression(to_string(e)), e));
    const Truth truth(e, o.names, kind_of(entry));
    for (std::size_t k = 0; k < o.settings.size(); ++k) {
      INFO("setting " << k);
      const Setting& s = o.settings[k];
      const Json& value = entry.at(2).at(k);
      const std::string expected = value.is_null() ? "none" : value.get<std::string>();
      CHECK(written([&] { return truth(s.cells, s.indices); }) == expected);
      CHECK(written([&] { return truth.exactly(s.cells, s.indices); }) == expected);
      if (const auto fast = truth.on_machine_integers(s.cells, s.indices)) {
        ++on_machine;
        CHECK(to_string(*fast) == expected);
      }
    }
  }
  CHECK(on_machine > 1000);  // both ways are tested
}

TEST_CASE("An expression depends on no cell beside those that it reads", "[language]") {
  const Oracle o = oracle();
  std::mt19937_64 random(5);
  long spared = 0;
  for (const Json& entry : o.expressions) {
    const auto text = entry.at(0).get<std::string>();
    INFO(text);
    const Truth truth(parse_expression(text), o.names, kind_of(entry));
    for (const Setting& s : o.settings) {
      const std::vector<Cell> reads = truth.reads(s.indices);
      const std::string before = written([&] { return truth(s.cells, s.indices); });
      std::vector<long> others = s.cells;
      std::size_t at = 0;
      for (std::size_t input = 0; input < o.names.inputs.size(); ++input) {
        const InputShape& shape = o.names.inputs[input];
        for (long cell = 0; cell < shape.cells(); ++cell, ++at) {
          std::vector<long> arguments;
          if (shape.domains.size() == 2) arguments.push_back(cell / 3 + 1);
          if (!shape.domains.empty()) arguments.push_back(cell % 3 + 1);
          if (std::find(reads.begin(), reads.end(), Cell{input, arguments}) != reads.end()) continue;
          ++spared;
          others[at] =
              shape.values.first + static_cast<long>(random() % static_cast<unsigned>(shape.values.size()));
        }
      }
      CHECK(written([&] { return truth(others, s.indices); }) == before);
    }
  }
  CHECK(spared > 10000);
}

}  // namespace attest::expression_oracle_test
