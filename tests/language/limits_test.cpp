// Every limit of the language: what lies on it is taken, one beyond is refused.
#include <catch2/catch.hpp>

#include "language/parser.hpp"
#include "language/steps.hpp"
#include "language/truth.hpp"

namespace attest::language_limits_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

std::string repeated(const std::string& text, long count) {
  std::string result;
  for (long k = 0; k < count; ++k) result += text;
  return result;
}

template <class Run>
std::string refusal(const Run& run) {
  try {
    run();
  } catch (const ParseError& error) {
    return error.messages().at(0).text;
  } catch (const EvaluationError& error) {
    return error.what();
  }
  return {};
}

std::string refused(const std::string& text) {
  return refusal([&] { parse_expression(text); });
}

Value value(const std::string& text, const Names& names = {}) {
  return Truth(parse_expression(text), names)(std::vector<long>{}, {});
}

}  // namespace

TEST_CASE("An expression is nested at most 64 deep, whatever nests", "[language]") {
  const std::pair<const char*, const char*> forms[] = {
      {"(", ")"},
      {"[", "]"},
      {"{", "}"},
      {"f(", ")"},
      {"f(1, ", ")"},
      {"-", ""},
      {"not ", ""},
      {"1^", ""},
      {"a implies ", ""},
      {"if a then b else ", ""},
      {"let x = 1 in ", ""},
      {"let x = ", " in 1"},
      {"sum j in S: ", ""},
      {"max j in S: 1 else ", ""},
      {"iterate y from 1 for 2 times: ", ""},
      {"iterate y from 1 for ", " times: y"},
      {"if ", " then 1 else 2"},
      {"1*sum j in S: ", ""},
  };
  for (const auto& [open, close] : forms) {
    INFO(open);
    const auto nested = [before = open, behind = close](long depth) {
      return repeated(before, depth) + "a" + repeated(behind, depth);
    };
    const Expression e = parse_expression(nested(64));
    CHECK(same(parse_expression(to_string(e)), e));
    CHECK(refused(nested(65)) == "the expression is nested more than 64 deep");
    CHECK(refused(nested(5'000)) == "the expression is nested more than 64 deep");
  }
}

TEST_CASE("A chain of operators is no nesting, but a tree has at most 1000 levels", "[language]") {
  for (const char* sign : {" + ", "*", " and ", " or ", " ++ "}) {
    INFO(sign);
    const Expression e = parse_expression("a" + repeated(std::string(sign) + "a", 999));
    CHECK(same(parse_expression(to_string(e)), e));
    CHECK(refused("a" + repeated(std::string(sign) + "a", 1000)) ==
          "the expression is a tree of more than 1000 levels");
  }
  // The links of a < a < a .. are joined by `and`: one level more than there are signs.
  CHECK(refused("a" + repeated(" < a", 999)).empty());
  CHECK(refused("a" + repeated(" < a", 1000)) == "the expression is a tree of more than 1000 levels");
}

TEST_CASE("An expression has at most 10000 parts, those of a chain counted as often as they are read",
          "[language]") {
  CHECK(refused("{1" + repeated(", 1", 9'998) + "}").empty());
  CHECK(refused("{1" + repeated(", 1", 9'999) + "}") == "the expression has more than 10000 parts");
  // a < m < b reads m twice: 2*|m| + 2 + 3 parts.
  const auto chain = [](long middle) { return "a < {1" + repeated(", 1", middle - 2) + "} < b"; };
  CHECK(refused(chain(4997)).empty());
  CHECK(refused(chain(4998)) == "the expression has more than 10000 parts");
}

TEST_CASE("A number that is written as an exponent is at most 64", "[language]") {
  CHECK(value("2^64") == Value(Rational(power(Integer(2), 64))));
  CHECK_FALSE(refused("2^65").empty());
  CHECK_FALSE(refused("2^2^65").empty());
  CHECK(refused("2^(64 + 1)").empty());
}

TEST_CASE("An evaluation takes at most 2^24 steps, counted before it runs", "[language]") {
  const auto steps = [](const std::string& text, long k) {
    Names names;
    names.constants = {{"k", k}};
    return Truth(parse_expression(text), names).steps();
  };
  // The sum, [k] and its end; the body and its visit for every j.
  CHECK(steps("sum j in [k]: 1", 5) == 3 + 2 * 5);
  constexpr long most = (most_steps - 3) / 2;
  CHECK(steps("sum j in [k]: 1", most) == 3 + 2 * most);
  CHECK(refusal([&] { steps("sum j in [k]: 1", most + 1); }) ==
        "one evaluation takes up to 16777217 steps here, at most 16777216 are allowed");
  CHECK(refusal([&] { steps("sum a in [k], b in [k], c in [k], d in [k]: 1", 1L << 40U); }) ==
        "one evaluation takes more than 2^100 steps here, at most 16777216 are allowed");
  CHECK(steps("sum a in [k], b in [a]: 1", 1000) > 1000 * 1000);
  CHECK(refusal([&] { steps("iterate y from 0 for k times: y + 1", 1L << 30U); }).find("steps here") !=
        std::string::npos);
  CHECK(steps("if k > 3 then sum j in [k]: 1 else 0", 5) > steps("sum j in [k]: 1", 5));
}

TEST_CASE("The bound on the steps follows the values that inputs and indices can take", "[language]") {
  Names names;
  names.inputs = {{"x", {}, {1, 100}}, {"G", {{1, 5}}, {-7, 50}}};
  names.indices = {{"i", {1, 5}}};
  const auto steps = [&](const std::string& text) { return Truth(parse_expression(text), names).steps(); };
  const auto of_range =
      [&](const std::string& range) {  // how many steps beside those of the range: 1 + 2*size
        return Integer((steps("sum j in " + range + ": 1") - steps("(" + range + ")") - 1) / 2);
      };
  CHECK(of_range("[x]") == 100);
  CHECK(of_range("[G(i)]") == 50);
  CHECK(of_range("G(i)..x") == 108);
  CHECK(of_range("[i*x]") == 500);
  CHECK(of_range("[x - G(i)]") == 107);
  CHECK(of_range("[-G(i)]") == 7);
  CHECK(of_range("[abs(G(i))]") == 50);
  CHECK(of_range("[x div 3]") == 33);
  CHECK(of_range("[x div i]") == 100);
  CHECK(of_range("[x mod 7]") == 6);
  CHECK(of_range("[G(i) mod x]") == 99);
  CHECK(of_range("[floor(x/3)]") == 33);
  CHECK(of_range("[ceil(x/3)]") == 34);
  CHECK(of_range("[x/G(i)]") == 100);
  CHECK(of_range("[2^i]") == 32);
  CHECK(of_range("[max(x, 7, i)]") == 100);
  CHECK(of_range("[min(x, 7, i)]") == 5);
  CHECK(of_range("[relu(G(i))]") == 50);
  CHECK(of_range("[ind(x = 1)]") == 1);
  CHECK(of_range("[if x = 1 then 3 else 9]") == 9);
  CHECK(of_range("[let y = x in y + y]") == 200);
  CHECK(of_range("[sum k in [i]: k]") == 25);
  CHECK(of_range("[count k in [i]: k = 1]") == 5);
  CHECK(of_range("[max k in [i]: G(k) else 60]") == 60);
  CHECK(of_range("[argmax k in [i]: G(k) first]") == 5);
  CHECK(of_range("[least k in [x]: k = i else 200]") == 200);
  CHECK(of_range("[product k in [3]: i]") == 5 * 5 * 5);
  CHECK(of_range("[iterate y from x for 9 times: G(i)]") == 100);
  CHECK(of_range("{1, x, i}") == 3);
  CHECK(of_range("2*[x]") == 100);
  CHECK(of_range("(argmax k in [i]: G(k) any)") == 5);
}

TEST_CASE("A range that nothing bounds is refused", "[language]") {
  Names names;
  names.inputs = {{"x", {}, {0, 100}}};
  for (const char* text : {"sum j in [iterate y from 1 for 3 times: y + 1]: 1", "sum j in [1/(x - 1/2)]: 1",
                           "iterate y from 1 for 1/(x - 1/2) times: 1"}) {
    INFO(text);
    CHECK(refusal([&] { Truth(parse_expression(text), names); }).find("nothing bounds this beforehand") == 0);
  }
}

TEST_CASE("A number has at most 16384 bits", "[language]") {
  Names names;
  names.constants = {{"e", 16383}};
  CHECK(value("2^e", names) == Value(Rational(power(Integer(2), 16383))));
  CHECK(value("2^e - 1 + 2^e", names) == Value(Rational(Integer(power(Integer(2), 16384) - 1))));
  CHECK(value("(1/2)^e*2^e", names) == Value(1L));
  const std::string too_long = "a number of more than 16384 bits";
  CHECK(refusal([&] { value("2^(e + 1)", names); }) == too_long);
  CHECK(refusal([&] { value("2^e + 2^e", names); }) == too_long);
  CHECK(refusal([&] { value("(1/2)^(e + 1)", names); }) == too_long);
  CHECK(refusal([&] { value("3^e", names); }) == too_long);
  CHECK(refusal([&] { value("2^(2^(2^(2^(2^(2^2)))))"); }) == too_long);
  CHECK(value("1^(2^e)", names) == Value(1L));
  CHECK(value("(-1)^(2^e - 1)", names) == Value(-1L));
  CHECK(value("0^(2^e)", names) == Value(0L));
}

TEST_CASE("Long numbers cost what they are long: an evaluation ends", "[language]") {
  Names names;
  names.constants = {{"e", 16000}};
  CHECK(refusal([&] { value("sum j in [10^6]: 2^e mod (j + 1)", names); }) ==
        "the evaluation takes too long: too many long numbers");
}

TEST_CASE("A set that is written out has at most 2^20 elements", "[language]") {
  Names names;
  names.constants = {{"k", 1L << 20U}};
  const std::string too_many = "a set of more than 1048576 elements";
  for (const char* text : {"argmax j in [k]: 0 any", "[k]", "1/2*[k]"}) {
    INFO(text);
    const Value set = value(text, names);
    CHECK(set.elements().size() == largest_set);
  }
  names.constants = {{"k", (1L << 20U) + 1}};
  for (const char* text : {"argmax j in [k]: 0 any", "[k]", "1/2*[k]"}) {
    INFO(text);
    CHECK(refusal([&] { value(text, names); }) == too_many);
  }
  CHECK(value("argmax j in [k]: 0 last", names) == Value((1L << 20U) + 1));
}

TEST_CASE("Definitions unfold to at most 100000 parts", "[language]") {
  Names names;
  names.definitions = {{"d0", {"y"}, parse_expression("y + y")}};
  for (int k = 1; k < 40; ++k) {
    const std::string below = "d" + std::to_string(k - 1);
    names.definitions.push_back(
        {"d" + std::to_string(k), {"y"}, parse_expression(below + "(y) + " + below + "(y)")});
  }
  CHECK(value("d10(1)", names) == Value(2048L));
  CHECK(refusal([&] { value("d39(1)", names); }) == "the expression unfolds to more than 100000 parts");
}

TEST_CASE("Definitions unfold to at most 2000 levels", "[language]") {
  Names names;
  names.definitions = {{"d0", {}, parse_expression("1")}};
  for (int k = 1; k < 2000; ++k) {
    names.definitions.push_back(
        {"d" + std::to_string(k), {}, parse_expression("1 + d" + std::to_string(k - 1))});
  }
  CHECK(value("d900", names) == Value(901L));
  CHECK(refusal([&] { value("d1999", names); }) == "the expression unfolds to more than 2000 levels");
}

}  // namespace attest::language_limits_test
