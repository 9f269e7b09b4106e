#include "kernel/export.hpp"

#include <catch2/catch.hpp>

#include "constructions/theorem_of_text.hpp"
#include "kernel/enclosed.hpp"
#include "kernel/terms.hpp"
#include "language/parser.hpp"
#include "numeric/interval.hpp"
#include "theorems/own_claims.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::kernel_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using Catch::Contains;
using proof::Laurent;
using theorems::TheoremClaim;

// The text, or why there is none.
std::string exported(const TheoremClaim& claim, Variant variant, const std::vector<std::string>& words = {}) {
  try {
    return theorems::coq::exported_text(claim, proof_of(claim, variant, words));
  } catch (const proof::Refusal& refusal) {
    return std::string("refused: ") + refusal.what();
  }
}

std::string exported(const std::string& id, Variant variant) {
  const auto claim = theorem_of_text(id);
  return exported(dynamic_cast<const TheoremClaim&>(*claim), variant);
}

// Function composition as a text of its own, the repaired score in place, with one thing changed.
std::string composition(const std::string& what, const std::string& by) {
  const std::string text = without_displays("strassen/function-composition", "repaired");
  return exported(claim(what.empty() ? text : changed(text, what, by)), named_variant("stated"));
}

// The file itself, checks and displays included.
std::string whole_composition(const std::string& what, const std::string& by) {
  return exported(claim(changed(file_text("constructions/strassen/function_composition.theorem"), what, by)),
                  Variant::repaired);
}

TEST_CASE("What is exported of function composition is the text that Coq's kernel accepts", "[kernel]") {
  CHECK(exported("strassen/function-composition", Variant::repaired) ==
        file_text("proofs/theorems/strassen_function_composition_repaired.v"));
}

TEST_CASE("The exported matrices, scale, domain and task are those of a changed record", "[kernel]") {
  const std::string text = composition("", "");
  CHECK_THAT(text, Contains("Definition scale (n : Z) : R := / sqrt (IZR 7)."));
  CHECK_THAT(text, !Contains("display_is_right"));  // it has none
  CHECK_THAT(composition("1/sqrt(d)", "3/(2*sqrt(d))"), Contains(": R := IZR 3 / IZR 2 * / sqrt (IZR 7)."));
  CHECK_THAT(composition("1/sqrt(d)", "3/4"), Contains(": R := IZR 3 / IZR 4."));
  CHECK_THAT(composition("d = 7", "d = 8"), Contains("R := / sqrt (IZR 8)."));
  CHECK_THAT(composition("d = 7", "d = 8"), Contains("[[0; 0; 0; IZR n; 0; 0; 0; 0];"));
  CHECK_THAT(whole_composition("output, unique-maximum", "output"), !Contains("maximum_is_unique"));
  CHECK_THAT(composition("sizes   n >= 1", "sizes   n >= 2"),
             Contains("forall n, (2 <= n)%Z -> forall g h x"));
  CHECK_THAT(composition("x : [n]  ", "x : 2..n  "), Contains("(2 <= x <= n)%Z") || Contains("refused: "));
}

TEST_CASE("A record that is changed so that it is false, or not shown, is not exported", "[kernel]") {
  for (const auto& [what, by] : {std::pair<std::string, std::string>{"0, -1, k - n", "0, 1, k - n"},
                                 {"2*phi_i", "-2*phi_i"},
                                 {"1/sqrt(d)", "1/(1000*d*n)"},
                                 {"1/sqrt(d)", "-1/sqrt(d)"},
                                 {"number: h(g(x))", "number: g(h(x))"},
                                 {"number: h(g(x))", "number: h(g(x)) + 1"},
                                 {"value 3 (k) = (phi_k)", "value 3 (k) = (k)"},
                                 {"head.1 -> stream.6", "head.1 -> stream.1"},
                                 {"out     head.1", "out     2*head.1"}}) {
    INFO(what << " becomes " << by);
    CHECK_THAT(composition(what, by), Catch::StartsWith("refused: "));
  }
}

TEST_CASE("What has no place in the exported text is refused by name", "[kernel]") {
  CHECK_THAT(exported("strassen/relation-composition", Variant::repaired),
             Contains("the lemma distinct-multiples"));
  CHECK_THAT(exported("strassen/match3", Variant::repaired), Contains("several sizes"));
  CHECK_THAT(exported("strassen/triangular-relation-composition", Variant::constructed),
             Contains("the lemma counts"));
  CHECK_THAT(exported("strassen/function-composition", Variant::printed), Contains("is refuted at n = 1"));
  CHECK_THAT(whole_composition("output, unique-maximum", "output, assert n >= 1"),
             Contains("the check 'assert'"));
  CHECK_THAT(composition("1/sqrt(d)", "log(3)"), Catch::StartsWith("refused: "));
  CHECK_THAT(exported(claim(file_text("examples/self_composition.theorem")), named_variant("stated")),
             Contains("a task at every token"));
  CHECK_THAT(exported(claim(file_text("examples/some_one.theorem")), named_variant("stated")),
             Contains("is refuted at n = 6"));
}

// Evaluated in the language and, by Coq's rules (^ before a sign before *, both before + and -), by hand.
TEST_CASE("Expressions are written so that Coq reads them as the language does", "[kernel]") {
  const theorems::coq::Written written = [](const language::Node& e) -> std::optional<std::string> {
    if (e.op == language::Op::call) return "f x";
    return e.name;
  };
  const auto text = [&](const std::string& e) {
    return theorems::coq::integer(language::parse_expression(e), written);
  };
  CHECK(text("-n^2*((a - b)^2 + c)") == "- n ^ 2 * ((a - b) ^ 2 + c)");
  CHECK(text("a - (b - c)") == "a - (b - c)");
  CHECK(text("a - b - c") == "a - b - c");
  CHECK(text("a - (-b)") == "a - (- b)");
  CHECK(text("a*(-b)") == "a * (- b)");
  CHECK(text("(-a)^2") == "(- a) ^ 2");
  CHECK(text("a*(b*c)") == "a * (b * c)");
  CHECK(text("2*f(x)^3") == "2 * f x ^ 3");
  CHECK(text("(if a <= b then c else 1) + 1") == "(if (a <=? b) then c else 1) + 1");
  for (const std::string e : {"a/2", "a^b", "1/2", "max(a, b)", "a mod 2"}) {
    INFO(e);
    const theorems::coq::Written names = [](const language::Node& node) -> std::optional<std::string> {
      return node.op == language::Op::name ? std::optional(node.name) : std::nullopt;
    };
    CHECK_THROWS_AS(theorems::coq::integer(language::parse_expression(e), names), proof::Refusal);
  }
}

TEST_CASE("Polynomials with integer coefficients are terms of Coq, others are none", "[kernel]") {
  const Laurent n = Laurent::variable("n");
  const auto text = [](const Laurent& value) {
    return theorems::coq::integer(value, [](const std::string& name) { return name; });
  };
  CHECK(text(Laurent(0)) == "0");
  CHECK(text(Laurent(-1)) == "- 1");
  CHECK(text(n * n - Laurent(2) * n + Laurent(1)) == "n ^ 2 - 2 * n + 1");
  CHECK(text(-n) == "- n");
  CHECK_FALSE(text(Laurent(Rational(1, 2)) * n));
  CHECK_FALSE(text(*n.inverse()));
}

TEST_CASE("Names that Coq or the text has a meaning for get a dash, others stay", "[kernel]") {
  const theorems::coq::Names names;
  for (const std::string name : {"g", "phi", "x", "n", "num", "image"}) CHECK(names(name) == name);
  for (const std::string name :
       {"forall", "exp", "Z", "W", "x1", "W_2", "score", "t", "weight", "deviation", "from_corner", "some",
        "row", "read", "power", "filter", "a1", "given_x", "r"})
    CHECK(names(name) == name + "_");
}

// By squaring, and in interval arithmetic.
TEST_CASE("A title can neither end nor begin a comment, nor begin a string", "[kernel]") {
  CHECK(theorems::coq::in_comment("f(*) \"f\"") == "f( * ) 'f'");
  CHECK(theorems::coq::in_comment("A *) Admitted. (* B") == "A * ) Admitted. ( * B");
  CHECK(theorems::coq::in_comment("(*)(*)") == "( * )( * )");
}

TEST_CASE("The numbers of an exported proof enclose what they are bounds of", "[kernel]") {
  for (long r = 1; r < 60; ++r) {
    const Rational square(1, r);
    const Rational low = theorems::coq::root_below(square);
    const Rational high = theorems::coq::root_above(square);
    CHECK(low > 0);
    CHECK(low * low <= square);
    CHECK(high * high >= square);
    CHECK(high - low <= Rational(1, 1000));
    const auto q = theorems::coq::enclosed_power(low, high);
    const auto power = [](const Rational& u) { return exp(-Interval(u, 128)); };
    CHECK(compare(power(high), Rational(q.low, q.den)) == Ordering::greater);
    CHECK(compare(power(low), Rational(q.high, q.den)) == Ordering::less);
    CHECK(q.high - q.low < q.den / 400);
  }
  CHECK_THROWS_AS(theorems::coq::root_below(Rational(1, 10000000)), proof::Refusal);
}

TEST_CASE("Coefficients about a corner give the polynomial back, and negative ones are refused", "[kernel]") {
  const Laurent n = Laurent::variable("n");
  CHECK(theorems::coq::coefficients_text(Laurent(4) * n - Laurent(4), 3) == "[8; 4]");
  CHECK(theorems::coq::coefficients_text(n * n - Laurent(1), 1) == "[0; 2; 1]");
  CHECK(theorems::coq::coefficients_text(Laurent(5), 7) == "[5]");
  CHECK_THROWS_AS(theorems::coq::coefficients_text(n - Laurent(4), 3), proof::Refusal);
  CHECK_THROWS_AS(theorems::coq::coefficients_text(Laurent(Rational(1, 2)), 3), proof::Refusal);
}

// (n - 1) 4 e^-(n^2/sqrt 7): falls from 2 on, below 1/2 from 3 on.
TEST_CASE("What falls below 1/2 from a corner on comes with numbers, and nothing else does", "[kernel]") {
  const Laurent n = Laurent::variable("n");
  const auto falls = [&](long corner) {
    return theorems::coq::falls_from(Laurent(4) * n - Laurent(4), n * n, Rational(1, 7), corner);
  };
  const auto at_3 = falls(3);
  CHECK(at_3.factor_value == 8);
  CHECK(at_3.weight_value == 9);
  CHECK(at_3.den == 17);
  CHECK_THROWS_AS(falls(2), proof::Refusal);
}

}  // namespace attest::kernel_test
