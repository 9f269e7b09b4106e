#include <catch2/catch.hpp>
#include <set>

#include "language/parser.hpp"
#include "language/truth.hpp"

namespace attest::reads_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

Names small_names() {
  const Range three{1, 3};
  Names names;
  names.constants = {{"n", 3}};
  names.inputs = {{"G", {three}, three}, {"x", {}, three}, {"A", {three, three}, {0, 1}}};
  names.indices = {{"i", {1, 9}}};
  return names;
}

// "G(1) x A(2,3)"
std::string reads(const std::string& text, long i) {
  const Names names = small_names();
  std::string result;
  for (const Cell& cell : Truth(parse_expression(text), names).reads(std::vector<long>{i})) {
    std::string arguments;
    for (const long argument : cell.arguments)
      arguments += (arguments.empty() ? "" : ",") + std::to_string(argument);
    result += (result.empty() ? "" : " ") + names.inputs[cell.input].name;
    if (!arguments.empty()) result += "(" + arguments + ")";
  }
  return result;
}

}  // namespace

TEST_CASE("A feature reads the cells that its index names", "[language]") {
  CHECK(reads("if i <= n then G(i) else x", 2) == "G(2)");
  CHECK(reads("if i <= n then G(i) else x", 4) == "x");
  CHECK(reads("if i <= n then G(i) else if i <= 2*n then A(i - n, 1) else 0", 5) == "A(2,1)");
  CHECK(reads("if i <= n then G(i) else if i <= 2*n then A(i - n, 1) else 0", 7) == "");
  CHECK(reads("i + n", 2) == "");
  CHECK(reads("G(4)", 1) == "");  // no value, whatever the input
}

TEST_CASE("What depends on the input may read all that it can reach", "[language]") {
  CHECK(reads("G(x)", 1) == "G(1) G(2) G(3) x");
  CHECK(reads("A(i, x)", 2) == "x A(2,1) A(2,2) A(2,3)");
  CHECK(reads("if x = 1 then G(1) else G(2)", 1) == "G(1) G(2) x");
  CHECK(reads("sum j in [x]: A(1, j)", 1) == "x A(1,1) A(1,2) A(1,3)");
  CHECK(reads("iterate y from 1 for 2 times: G(y)", 1) == "G(1) G(2) G(3)");
  CHECK(reads("iterate y from 1 for 1 times: G(y)", 1) == "G(1)");
  CHECK(reads("iterate y from 1 for 0 times: G(y)", 1) == "");
  CHECK(reads("iterate y from 1 for x times: A(y, 1)", 1) == "x A(1,1) A(2,1) A(3,1)");
  CHECK(reads("let y = x in A(1, 1)", 1) == "x A(1,1)");
  CHECK(reads("let y = 2 in A(y, i)", 1) == "A(2,1)");
}

TEST_CASE("What is decided without the input is not read", "[language]") {
  CHECK(reads("i = 1 and A(1, 1)", 1) == "A(1,1)");
  CHECK(reads("i = 1 and A(1, 1)", 2) == "");
  CHECK(reads("i = 1 or A(1, 1)", 1) == "");
  CHECK(reads("i = 1 implies A(1, 1)", 2) == "");
  CHECK(reads("A(1, 1) and i = 1 and A(1, 2)", 2) == "A(1,1)");
  CHECK(reads("not (A(1, 1) and i = 2) or A(1, 2)", 1) == "A(1,1)");
  CHECK(reads("(A(1, 1) implies i = 1) implies A(1, 2)", 1) == "A(1,1) A(1,2)");
  CHECK(reads("(i = 1 implies A(1, 1)) or A(1, 2)", 2) == "");
  CHECK(reads("sum j in [n] where j < i: G(j)", 2) == "G(1)");
  CHECK(reads("exists j in [n]: j = i or A(j, j)", 2) == "A(1,1)");
  CHECK(reads("forall j in [n]: j < i and A(j, j)", 2) == "A(1,1)");
  CHECK(reads("least j in [n]: j = i else G(1)", 2) == "");
  CHECK(reads("least j in [n]: j = i else G(1)", 4) == "G(1)");
  CHECK(reads("max j in [n]: j else G(1)", 1) == "");
  CHECK(reads("max j in [0]: j else G(1)", 1) == "G(1)");
  CHECK(reads("max j in [n] where G(j) = 1: j else x", 1) == "G(1) G(2) G(3) x");
  CHECK(reads("argmax j in [2]: 0 unique else x", 1) == "x");
  CHECK(reads("sum j in [n], k in [j]: A(j, k)", 1) == "A(1,1) A(2,1) A(2,2) A(3,1) A(3,2) A(3,3)");
}

TEST_CASE("More than 2^20 cells that may be read are too many", "[language]") {
  Names names;
  names.inputs = {{"x", {}, {1, 2}}, {"B", {{2, 1L << 20U}}, {0, 1}}, {"C", {{1, 1L << 20U}}, {0, 1}}};
  CHECK(Truth(parse_expression("B(x)"), names).reads({}).size() == 1U << 20U);
  CHECK_THROWS_AS(Truth(parse_expression("C(x)"), names).reads({}), EvaluationError);
}

}  // namespace attest::reads_test
