// Definitions of several arguments, written out: all arguments are replaced at once, whatever the values are called.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::definitions_test {

namespace {

// Whether `check assert CONDITION` holds under these definitions.
bool asserted(const std::string& definitions, const std::string& condition) {
  const theorems::TheoremClaim claim(
      theorem_tests::theorem(
          "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1, n_s >= 1    limit verify n <= 8, n_s <= 9\n"
          "input w : [n] -> {0, 1}\n" +
          definitions +
          "tokens i in [n] carry b = w(i)\ntask at 1, number: w(1)\n"
          "layer residual\n  embed b = b, one = 1\n  head softmax\n    query = (0*one)\n"
          "    key = (one)\n    value = (b: 0*one)\nreadout b\ncheck output, assert " +
          condition + "\n"),
      "own:t", "t.theorem");
  const Verdict v =
      claim.verify(Variant::stated, parse_parameters(claim.info().parameters, {"n=3", "n_s=2"}), {});
  for (const Check& check : v.checks) {
    if (check.name == "assert") return check.status == Status::holds;
  }
  FAIL("no assert");
  return false;
}

long f(long i, long j, long k) {
  return 100 * i + 10 * j + k;
}

}  // namespace

// Against C++, whose arguments are values: every call of f by the names i, j and k in any order and by sums of them.
TEST_CASE("A definition's arguments are replaced at once", "[theorems][definitions]") {
  const std::vector<std::string> names = {"i", "j", "k"};
  for (std::size_t call = 0; call < 27; ++call) {
    const std::size_t at[] = {call % 3, call / 3 % 3, call / 9};
    const std::string g =
        fmt::format("f({}, {} + {}, 2*{})", names[at[0]], names[at[1]], names[at[2]], names[at[1]]);
    for (const std::string definition :
         {"let f(i,j,k) = 100*i + 10*j + k\n", "let f(k,i,j) = 100*k + 10*i + j\n"}) {
      const std::string both = definition + "let g(i,j,k) = " + g + "\n";
      INFO(both);
      for (const std::vector<long>& x : {std::vector<long>{2, 3, 5}, {7, 1, 4}}) {
        const long expected = f(x[at[0]], x[at[1]] + x[at[2]], 2 * x[at[1]]);
        const std::string value = fmt::format("g({}, {}, {}) = {}", x[0], x[1], x[2], expected);
        CHECK(asserted(both, value));
        CHECK_FALSE(asserted(both, value + " + 1"));
      }
    }
  }
}

TEST_CASE(
    "A definition is asked by the indices of a quantifier that are called as its arguments, in another order",
    "[theorems][definitions]") {
  const std::string minus = "let minus(i,j) = i - j\n";
  CHECK(asserted(minus, "forall i in [n], j in [n]: minus(j, i) = j - i"));
  CHECK_FALSE(asserted(minus, "forall i in [n], j in [n]: minus(j, i) = 0"));
  CHECK(asserted(minus + "let turned(j,i) = minus(j + 1, i)\n", "turned(5, 2) = 4"));
}

TEST_CASE("A size with a subscript in its name has the bounds that it states", "[theorems][definitions]") {
  const theorems::TheoremClaim claim(
      theorem_tests::theorem(
          "attest-theorem 1\ntheorem t \"t\"\nsizes n_s >= 2    limit verify n_s <= 9\n"
          "input w : [n_s] -> {0, 1}\ntokens i in [n_s] carry b = w(i)\ntask at 1, number: w(1)\n"
          "layer residual\n  embed b = b\n  head softmax\n    query = (b)\n    key = (b)\n"
          "    value = (b: 0*b)\nreadout b\ncheck output\n"),
      "own:t", "t.theorem");
  const ParameterSpec& n_s = claim.info().parameters.at(0);
  CHECK(n_s.minimum == Integer(2));
  CHECK(n_s.maximum == Integer(9));
}

}  // namespace attest::definitions_test
