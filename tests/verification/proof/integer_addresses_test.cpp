#include "verification/proof/integer_addresses.hpp"

#include <catch2/catch.hpp>

#include "verification/proof/refusal.hpp"

namespace attest::integer_addresses_test {

using proof::Decay;
using proof::Laurent;
using proof::Rate;
using proof::Refusal;
using proof::SummedIndex;
using proof::Variables;

namespace {

Laurent v(const std::string& name) {
  return Laurent::variable(name);
}

Laurent square(const Laurent& x) {
  return x * x;
}

Variables variables_from(long n) {
  Variables variables;
  variables.add_size("n", n);
  for (const char* name : {"j", "k", "x", "phi[j]", "phi[k]"}) variables.add(name, {1, v("n")}, true);
  variables.add("r", {0, 1}, false);
  return variables;
}

std::string refused(const Laurent& score, long from = 1) {
  const Variables variables = variables_from(from);
  try {
    proof::integer_addresses(score, {{"j", {"phi[j]"}}, {"k", {"phi[k]"}}}, variables);
  } catch (const Refusal& refusal) {
    return refusal.hypothesis();
  }
  return "";
}

}  // namespace

TEST_CASE("Laurent polynomials are what their texts say", "[proof]") {
  const Laurent n = v("n");
  CHECK((Laurent(4) * n - Laurent(4)).to_string() == "4*(n - 1)");
  CHECK((n * *power(v("m"), 3).inverse() - Laurent(Rational(1, 2))).to_string() == "(-1 + 2*n/m^3)/2");
  CHECK((square(n) - Laurent(1)).exact_quotient(n - Laurent(1)) == n + Laurent(1));
  CHECK_FALSE((square(n) + Laurent(1)).exact_quotient(n - Laurent(1)));
  CHECK(square(n + v("x")).derivative("n") == Laurent(2) * (n + v("x")));
  CHECK(square(n).substitute({{"n", v("x") - Laurent(1)}}) ==
        square(v("x")) - Laurent(2) * v("x") + Laurent(1));
  CHECK_THROWS_AS(n.inverse()->substitute({{"n", v("x") + Laurent(1)}}), std::invalid_argument);
}

TEST_CASE("A sign is proved from a corner on or not at all", "[proof]") {
  const Laurent n = v("n");
  const Variables two = variables_from(2);
  CHECK(two.nonnegative(n - Laurent(2)));
  CHECK_FALSE(two.positive(n - Laurent(2)));
  CHECK_FALSE(two.nonnegative(n - Laurent(3)));
  CHECK(two.positive(*n.inverse() + square(n)));
  CHECK(two.nonnegative(Laurent()));
  CHECK_FALSE(two.positive(Laurent()));
  CHECK_FALSE(two.nonnegative(v("x")));  // no size
  CHECK_FALSE(variables_from(0).positive(*n.inverse()));
  const auto bounds = two.bounds_of(v("x") - v("j"));
  REQUIRE(bounds);
  CHECK(bounds->low == Laurent(1) - n);
  CHECK(bounds->high == n - Laurent(1));
  CHECK(two.is_integer(n * v("x")));
  CHECK_FALSE(two.is_integer(v("r")));
  CHECK_FALSE(two.is_integer(Laurent(Rational(1, 2)) * v("x")));
}

TEST_CASE("Every hypothesis of integer addresses is checked", "[proof]") {
  const Laurent n = v("n");
  const Laurent first = square(v("j") - v("x"));
  CHECK(refused(-square(n) * (first + square(v("k") - n - v("phi[j]")))).empty());
  // Own symbol, a cycle, no square, a weight that may vanish, a weight of an input, half an index, what is left over.
  CHECK(refused(-first - square(v("k") + v("phi[k]") - v("x"))) == "L1.c");
  CHECK(refused(-square(v("j") - v("phi[k]")) - square(v("k") - v("phi[j]"))) == "L1.c");
  CHECK(refused(-first) == "L1.a");
  CHECK(refused(-first - (n - Laurent(1)) * square(v("k") - v("x"))) == "L1.b");
  CHECK(refused(-first - (n - Laurent(1)) * square(v("k") - v("x")), 2).empty());
  CHECK(refused(-first - v("x") * square(v("k") - Laurent(1))) == "L1.b");
  CHECK(refused(first - square(v("k") - v("x"))) == "L1.b");
  CHECK(refused(-first - square(v("k") - Laurent(Rational(1, 2)))) == "L1.d");
  CHECK(refused(-first - square(v("k") - v("r"))) == "L1.d");
  CHECK(refused(-first - square(v("k") - v("x")) + v("phi[k]")) == "L1.c");
  CHECK(refused(-power(v("k"), 4) - first) == "L1.a");
}

TEST_CASE("A bound that rises somewhere is not shown to fall", "[proof]") {
  const Laurent n = v("n");
  const auto falls = [&](const Laurent& factor, const Rate& rate, long from) {
    return proof::falls(Decay{factor, rate}, variables_from(from));
  };
  // (n - 1) exp(-n/2) rises from 2 to 3 and falls from 3 on, though the degree rule after n -> n + 2 would allow it.
  CHECK_FALSE(falls(n - Laurent(1), {Laurent(Rational(1, 2)) * n, 1, {}}, 2));
  CHECK(falls(n - Laurent(1), {Laurent(Rational(1, 2)) * n, 1, {}}, 3));
  CHECK_FALSE(falls(n, {1, 1, {}}, 1));
  CHECK(falls(Laurent(1), {1, 1, {}}, 1));
  // n^2 n^(-2): exponent against degree.
  CHECK(falls(square(n), {2, 1, n}, 2));
  CHECK_FALSE(falls(square(n), {Laurent(Rational(199, 100)), 1, n}, 2));
  CHECK_FALSE(falls(square(n), {2, 1, n}, 1));  // log 1 = 0
  // sqrt(2) < 3/2.
  CHECK_FALSE(falls(power(n, 3), {2, 2, n}, 2));
  CHECK(falls(power(n, 2), {2, 2, n}, 2));
  CHECK_FALSE(falls(-n, {n, 1, {}}, 2));
}

}  // namespace attest::integer_addresses_test
