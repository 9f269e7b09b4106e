#include "language/truth.hpp"

#include <catch2/catch.hpp>

#include "language/parser.hpp"

namespace attest::truth_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

// n = 3, c = 1/2; G and H on 1..3, x in 1..3, A and B relations on 1..3, the index i = 2 in 1..3.
Names small_names() {
  const Range three{1, 3};
  Names names;
  names.constants = {{"n", 3}, {"c", Rational(1, 2)}, {"big", Rational(Integer("9223372036854775807"))}};
  names.inputs = {
      {"G", {three}, three},         {"H", {three}, three},         {"x", {}, three},
      {"A", {three, three}, {0, 1}}, {"B", {three, three}, {0, 1}}, {"T", {{0, 1}, three, {2, 3}}, {-9, 9}}};
  names.indices = {{"i", three}};
  names.definitions = {{"twice", {"y"}, parse_expression("2*y")},
                       {"path", {"a", "b"}, parse_expression("exists k in [n]: A(a, k) and B(k, b)")},
                       {"four", {}, parse_expression("twice(2)")}};
  return names;
}

const std::vector<long> small_input{
    2,  3, 1,                               // G
    1,  1, 3,                               // H
    2,                                      // x
    0,  1, 0, 0, 0, 1, 1, 0, 0,             // A: 1-2, 2-3, 3-1
    1,  0, 0, 0, 0, 1, 0, 0, 0,             // B: 1-1, 2-3
    -9, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, 9,  // T
};

struct Answer {
  const char* text;
  const char* value;
};

const Answer answers[] = {
    {"G(x)", "3"},
    {"H(G(x))", "3"},
    {"G(G(G(i)))", "2"},
    {"T(0, 1, 2)", "-9"},
    {"T(1, 3, 3)", "9"},
    {"1/2 + 1/3", "5/6"},
    {"6/3", "2"},
    {"7/2*2", "7"},
    {"-7 div 2", "-4"},
    {"-7 mod 2", "1"},
    {"7 div 2", "3"},
    {"(7/2) mod 1", "1/2"},
    {"(7/2) div (1/3)", "10"},
    {"0^0", "1"},
    {"2^62", "4611686018427387904"},
    {"2^63", "9223372036854775808"},
    {"(-2)^63", "-9223372036854775808"},
    {"big + 1", "9223372036854775808"},
    {"big + 1 - 1", "9223372036854775807"},
    {"-big - 1", "-9223372036854775808"},
    {"big*big - big*big", "0"},
    {"-(-big - 1)", "9223372036854775808"},
    {"abs(-big - 1)", "9223372036854775808"},
    {"(-big - 1)/-1", "9223372036854775808"},
    {"(-big - 1) div 1", "-9223372036854775808"},
    {"c^3", "1/8"},
    {"floor(-c)", "-1"},
    {"ceil(-c)", "0"},
    {"relu(-c)", "0"},
    {"relu(c)", "1/2"},
    {"max(c, 1, -1)", "1"},
    {"min(c, 1, -1)", "-1"},
    {"ind(1 < 2) + ind(2 < 1)", "1"},
    {"1 < 2 <= 2 != 3", "true"},
    {"1 < 2 < 2", "false"},
    {"A(1, 2) and not A(2, 1)", "true"},
    {"A(1, 2) + A(2, 3)", "2"},
    {"A(1, 2) = (1 < 2)", "true"},
    {"if A(1, 2) then A(1, 1) else 2 < 1", "false"},
    {"exists k in [n]: A(1, k) and B(k, 3)", "true"},
    {"path(1, 3) and not path(1, 1)", "true"},
    {"twice(twice(x)) + four", "12"},
    {"sum j in [n]: G(j)*j", "11"},
    {"sum j in [n] where j != i: j", "4"},
    {"sum j in [0]: 1", "0"},
    {"sum j in [-5]: 1", "0"},
    {"product j in [0]: 0", "1"},
    {"product j in 1..20: j", "2432902008176640000"},
    {"product j in 1..21: j", "51090942171709440000"},
    {"count j in [n]: A(j, G(j))", "3"},
    {"exists j in [0]: 1 = 1", "false"},
    {"forall j in [0]: 1 = 2", "true"},
    {"forall j in [n], k in [n]: A(j, k) implies k = G(j)", "true"},
    {"max j in [n]: -j", "-1"},
    {"max j in [0]: j else c", "1/2"},
    {"min j in [n] where A(i, j): j", "3"},
    {"argmax j in [n]: G(j)", "2"},
    {"argmax j in [n]: 0 first", "1"},
    {"argmax j in [n]: 0 last", "3"},
    {"argmax j in [n]: 0 any", "{1, 2, 3}"},
    {"argmax j in [n]: 0 unique else 7", "7"},
    {"argmax j in [n]: j unique else 7", "3"},
    {"argmax j in [0]: 0 any else 7", "{7}"},
    {"argmin j in {3, 1, 3, 2}: abs(j - 2) any", "{2}"},
    {"argmin j in {3, 1}: abs(j - 2) first", "1"},
    {"argmin a in [n], b in [n]: a*b - 2*a first", "(3, 1)"},
    {"argmax a in [2], b in [2]: ind(a != b) any", "{(1, 2), (2, 1)}"},
    {"least j in [n]: G(j) = 1", "3"},
    {"least j in [n]: G(j) = 7 else 0", "0"},
    {"least a in [n], b in [n]: a + b = 4", "(1, 3)"},
    {"iterate y from x for 4 times: G(y)", "3"},
    {"iterate y from 2 for 6 times: y*y", "18446744073709551616"},
    {"iterate p from (0, 1) for 0 times: p", "(0, 1)"},
    {"iterate b from 1 = 1 for 3 times: not b", "false"},
    {"let y = G(x) in y*y", "9"},
    {"let S = [G(1)] in count j in [n]: j in S", "2"},
    {"let p = (1, 2) in p + 2*p - p/2", "(5/2, 5)"},
    {"-(1, c)", "(-1, -1/2)"},
    {"(1, 2) ++ (3)", "(1, 2, 3)"},
    {"(x, i) = (2, 2)", "true"},
    {"(x, i) != (2, 2)", "false"},
    {"(1, 2) in {(2, 1), (1, 2)}", "true"},
    {"c in 0..1", "false"},
    {"3 in 1/2*(1..6)", "true"},
    {"-1/2*{1, 2, 1}", "{-1, -1/2}"},
    {"(1..4)/2", "{1/2, 1, 3/2, 2}"},
    {"sum e in (1..4)/2: e", "5"},
    {"{}", "{}"},
    {"2..4", "{2, 3, 4}"},
    {"exists p in {(1, 2), (2, 3)}: p = (2, 3)", "true"},
    {"sum a in [n], b in [a]: b", "10"},
    {"G(if 1 = 2 then 9 else 1)", "2"},
    // What is not needed is not looked at.
    {"1 = 2 and G(9) = 1", "false"},
    {"1 = 1 or G(9) = 1", "true"},
    {"1 = 2 implies G(9) = 1", "true"},
    {"if 1 = 1 then 0 else 1/0", "0"},
    {"max j in [n]: j else 1/0", "3"},
    {"exists j in [4]: j = 3 or G(j + 1) = 9", "true"},
};

struct Failure {
  const char* text;
  long column;
  long length;
  const char* message;
};

const Failure failures[] = {
    {"G(n + 1)", 3, 5, "argument 1 of 'G' is 4, outside of 1..3"},
    {"1 + G(0)", 7, 1, "argument 1 of 'G' is 0, outside of 1..3"},
    {"A(1, c)", 6, 1, "argument 2 of 'A' is 1/2, no integer"},
    {"G(big*big)", 3, 7, "argument 1 of 'G' is 85070591730234615847396907784232501249, outside of 1..3"},
    {"1 + x/(x - 2)", 5, 9, "a division by zero"},
    {"5 div (x - 2)", 1, 13, "the divisor of 'div' is 0; it must be positive"},
    {"5 mod -x", 1, 8, "the divisor of 'mod' is -2; it must be positive"},
    {"2^-x", 1, 4, "the exponent is -2; it must be a whole number from 0 on"},
    {"2^c", 1, 3, "the exponent is 1/2; it must be a whole number from 0 on"},
    {"2^(big*big)", 1, 11, "a number of more than 16384 bits"},
    {"iterate y from 3 for 30 times: y*y", 32, 3, "a number of more than 16384 bits"},
    {"max j in [0]: j", 1, 15, "'max' ranges over nothing here and has no 'else'"},
    {"argmin j in [n] where j > 3: j first", 1, 36, "'argmin' ranges over nothing here and has no 'else'"},
    {"least j in [n]: j > 3", 1, 21, "'least' finds nothing here and has no 'else'"},
    {"argmax j in [n]: 0", 1, 18,
     "'argmax' has several best indices here, 1 and 2; say first, last, unique or any"},
    {"argmax j in [n]: 0 else 1", 1, 25,
     "'argmax' has several best indices here, 1 and 2; say first, last, unique or any"},
    {"argmax j in [n]: 0 unique", 1, 25,
     "'argmax' has several best indices here, 1 and 2, and has no 'else'"},
    {"argmax j in [0]: 0 any", 1, 22, "'argmax' ranges over nothing here and has no 'else'"},
    {"sum j in [c]: j", 11, 1, "the end of a range is 1/2, no integer"},
    {"sum j in c..2: j", 10, 1, "the begin of a range is 1/2, no integer"},
    {"iterate y from 1 for c times: y", 22, 1, "how often 'iterate' goes on is 1/2, no integer"},
    {"iterate y from 1 for -x times: y", 22, 2, "'iterate' goes on -2 times; it must be 0 or more"},
    {"let y = 1/0 in 5", 9, 3, "a division by zero"},
    {"5 in 6..1/0", 9, 3, "a division by zero"},
};

Truth small_truth(const char* text) {
  return Truth(parse_expression(text), small_names());
}

const std::vector<long> at_two{2};

}  // namespace

TEST_CASE("An expression has the value that its meaning says", "[language]") {
  for (const Answer& answer : answers) {
    INFO(answer.text);
    const Truth truth = small_truth(answer.text);
    CHECK(to_string(truth(small_input, at_two)) == answer.value);
    CHECK(to_string(truth.exactly(small_input, at_two)) == answer.value);
    const auto fast = truth.on_machine_integers(small_input, at_two);
    CHECK((!fast || *fast == truth(small_input, at_two)));
  }
}

TEST_CASE("Quotients that are a whole value, a branch or a part are fractions of machine integers",
          "[language]") {
  const std::pair<const char*, const char*> fractions[] = {
      {"x/3", "2/3"},
      {"x/-3", "-2/3"},
      {"-x/-4", "1/2"},
      {"0/-3", "0"},
      {"(-big - 1)/-1", "9223372036854775808"},
      {"(-big - 1)/big", "-9223372036854775808/9223372036854775807"},
      {"if A(1, 2) then x/4 else 5", "1/2"},
      {"if A(1, 1) then x/4 else 5", "5"},
      {"if A(1, 1) then 5 else if A(1, 2) then -1/x else 7", "-1/2"},
      {"(x/3, 7, 1/x)", "(2/3, 7, 1/2)"},
  };
  for (const auto& [text, value] : fractions) {
    INFO(text);
    const Truth truth = small_truth(text);
    const auto fast = truth.on_machine_integers(small_input, at_two);
    REQUIRE(fast);
    CHECK(to_string(*fast) == value);
    CHECK(*fast == truth.exactly(small_input, at_two));
  }
  // The denominator of one part, or of a quotient that failed, is nobody else's.
  CHECK_FALSE(small_truth("(x/3, 1/(x - 2))").on_machine_integers(small_input, at_two));
  CHECK_FALSE(small_truth("if x/4 < 1 then 1 else 2").on_machine_integers(small_input, at_two));
}

TEST_CASE("An expression without a value says where and why", "[language]") {
  for (const Failure& failure : failures) {
    INFO(failure.text);
    const Truth truth = small_truth(failure.text);
    CHECK_FALSE(truth.on_machine_integers(small_input, at_two));
    try {
      truth(small_input, at_two);
      FAIL_CHECK("it has a value");
    } catch (const EvaluationError& error) {
      CHECK(std::string(error.what()) == failure.message);
      CHECK(error.place().column == failure.column);
      CHECK(error.place().length == failure.length);
    }
  }
}

TEST_CASE("Tables must have the shape and the values of the inputs", "[language]") {
  Names names;
  names.inputs = {{"G", {{1, 2}}, {1, 2}}};
  const Truth truth(parse_expression("G(1) + G(2)"), names);
  CHECK(truth({{{{1, 2}}, {2, 1}}}, {}) == Value(3L));
  CHECK_THROWS_AS(truth({{{{1, 3}}, {2, 1}}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(truth({{{{1, 2}}, {2, 1, 1}}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(truth({{{{1, 2}}, {2, 3}}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(truth(std::vector<InputTable>{}, {}), std::invalid_argument);
  CHECK_THROWS_AS(truth(std::vector<long>{1}, {}), std::invalid_argument);
  CHECK_THROWS_AS(truth(std::vector<long>{1, 2}, std::vector<long>{1}), std::invalid_argument);
}

TEST_CASE("A name that means two things is refused before anything is read", "[language]") {
  Names names;
  names.constants = {{"n", 3}};
  names.inputs = {{"n", {}, {1, 2}}};
  CHECK_THROWS_AS(Truth(parse_expression("1"), names), std::invalid_argument);
}

TEST_CASE("An index out of its range is refused", "[language]") {
  const Truth truth = small_truth("i");
  CHECK(truth(small_input, std::vector<long>{3}) == Value(3L));
  CHECK_THROWS_AS(truth(small_input, std::vector<long>{4}), std::invalid_argument);
}

}  // namespace attest::truth_test
