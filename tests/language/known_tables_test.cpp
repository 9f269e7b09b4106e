// Known tables in expressions: their cells by both evaluations of truth, arguments they do not have, and what is said of them.
#include <catch2/catch.hpp>

#include "language/parser.hpp"
#include "language/truth.hpp"

namespace attest::known_tables_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

// R(a, k) for a in {1/2, 3}, k in {-1, 0, 4}; S(k) for k in 2..4, whole numbers alone. x in 1..4, an input.
std::shared_ptr<const KnownTable> fractions() {
  return std::make_shared<const KnownTable>(
      KnownTable{"R", {{Rational(1, 2), 3}, {-1, 0, 4}}, {10, Rational(1, 3), 30, 40, -50, 60}});
}

std::shared_ptr<const KnownTable> integers() {
  return std::make_shared<const KnownTable>(KnownTable{"S", {{2, 3, 4}}, {4, -2, 3}});
}

Definition defined(std::shared_ptr<const KnownTable> table) {
  Definition result;
  result.name = table->name;
  std::vector<Expression> values;
  for (std::size_t k = 0; k < table->domains.size(); ++k) {
    result.arguments.push_back("argument_" + std::to_string(k));
    values.push_back(name(result.arguments.back()));
  }
  result.value = cell_of(std::move(table), std::move(values));
  return result;
}

Truth truth_of(const char* text) {
  Names names;
  names.inputs = {{"x", {}, {1, 4}}, {"G", {{-2, 4}}, {1, 9}}};
  names.definitions = {defined(fractions()), defined(integers())};
  return Truth(parse_expression(text), std::move(names));
}

std::vector<long> cells(long x) {
  return {x, 1, 2, 3, 4, 5, 6, 7};
}

}  // namespace

TEST_CASE("A cell of a known table is looked up", "[language]") {
  const std::pair<const char*, const char*> answers[] = {{"R(1/2, -1)", "10"},
                                                         {"R(1/2, 0)", "1/3"},
                                                         {"R(1/2, 4)", "30"},
                                                         {"R(3, -1)", "40"},
                                                         {"R(3, 0)", "-50"},
                                                         {"R(3, 4)", "60"},
                                                         {"S(2)", "4"},
                                                         {"S(x)", "-2"},
                                                         {"S(S(S(2))) + S(S(2))", "1"},
                                                         {"R(x, S(2))", "60"},
                                                         {"sum k in 2..4: S(k)", "5"},
                                                         {"count k in [S(x + 1)]: k < 3", "2"},
                                                         {"G(S(x))", "1"},
                                                         {"if x = 9 then S(9) else 7", "7"},
                                                         {"3*R(x/6, 0) = 1", "true"}};
  for (const auto& [text, value] : answers) {
    INFO(text);
    const Truth truth = truth_of(text);
    CHECK(to_string(truth(cells(3), {})) == value);
    CHECK(to_string(truth.exactly(cells(3), {})) == value);
    const auto fast = truth.on_machine_integers(cells(3), {});
    CHECK((!fast || to_string(*fast) == value));
  }
  CHECK(truth_of("S(S(S(2))) + S(x)").on_machine_integers(cells(3), {}));
}

TEST_CASE("A table has no value at other arguments, and says at which", "[language]") {
  const std::pair<const char*, const char*> failures[] = {
      {"S(1)", "argument 1 of 'S' is 1, outside of its domain"},
      {"S(5)", "argument 1 of 'S' is 5, outside of its domain"},
      {"S(5/2)", "argument 1 of 'S' is 5/2, outside of its domain"},
      {"R(3, 1)", "argument 2 of 'R' is 1, outside of its domain"},
      {"R(x - 1, 0)", "argument 1 of 'R' is 2, outside of its domain"}};
  for (const auto& [text, message] : failures) {
    INFO(text);
    const Truth truth = truth_of(text);
    CHECK_FALSE(truth.on_machine_integers(cells(3), {}));
    try {
      truth(cells(3), {});
      FAIL_CHECK("it has a value");
    } catch (const EvaluationError& error) {
      CHECK(std::string(error.what()) == message);
    }
  }
}

TEST_CASE("The cells of the inputs behind a table are those that its values name", "[language]") {
  const auto known = truth_of("G(S(3))").reads({});
  REQUIRE(known.size() == 1);
  CHECK(known[0].input == 1);
  CHECK(known[0].arguments == std::vector<long>{-2});
  CHECK(truth_of("G(S(x))").reads({}).size() == 8);
  CHECK(truth_of("S(x)").reads({}).size() == 1);
}

TEST_CASE("A table bounds what it is the length of", "[language]") {
  CHECK(truth_of("sum k in [S(x)]: 1").steps() < 40);
  CHECK(to_string(truth_of("sum k in [S(x)]: 1")(cells(3), {})) == "0");
}

TEST_CASE("Trees with tables are written as calls, compared by their cells, and substituted into",
          "[language]") {
  const Expression cell = cell_of(fractions(), {name("a"), parse_expression("k + 1")});
  CHECK(to_string(cell) == "R(a, k + 1)");
  CHECK(to_string(node(Op::multiply, {number(2), cell})) == "2*R(a, k + 1)");
  CHECK(free_names(cell) == std::vector<std::string>{"a", "k"});
  CHECK(to_string(substitute(cell, "k", number(3))) == "R(a, 3 + 1)");
  CHECK(same(cell, cell_of(fractions(), {name("a"), parse_expression("k + 1")})));
  CHECK_FALSE(same(cell, cell_of(fractions(), {name("a"), name("k")})));
  KnownTable other = *fractions();
  other.cells[2] += 1;
  CHECK_FALSE(same(cell, cell_of(std::make_shared<const KnownTable>(other), cell->children)));
}

TEST_CASE("The arguments of a table are numbers", "[language]") {
  CHECK_THROWS_AS(truth_of("S(1 = 1)"), ParseError);
  CHECK_THROWS_AS(truth_of("S((1, 2))"), ParseError);
  CHECK_THROWS_AS(truth_of("S(2, 3)"), ParseError);
}

}  // namespace attest::known_tables_test
