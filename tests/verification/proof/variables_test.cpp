#include "verification/proof/variables.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "verification/proof/decay.hpp"

namespace attest::variables_test {

using proof::Laurent;
using proof::Variables;

namespace {

Laurent v(const std::string& name) {
  return Laurent::variable(name);
}

// tau >= 1, context >= tau + 1.
Variables next_token() {
  Variables variables;
  variables.add_size("tau", 1);
  variables.add_size_from("context", v("tau") + Laurent(1));
  return variables;
}

}  // namespace

TEST_CASE("A size may begin where another one says", "[proof]") {
  const Variables variables = next_token();
  CHECK(variables.nonnegative(v("context") - v("tau") - Laurent(1)));
  CHECK(variables.positive(v("context") - v("tau")));
  CHECK(variables.nonnegative(v("context") - Laurent(2)));
  CHECK_FALSE(variables.positive(v("context") - Laurent(2)));
  CHECK_FALSE(variables.nonnegative(v("context") - v("tau") - Laurent(2)));
  CHECK_FALSE(variables.nonnegative(v("context") - Laurent(2) * v("tau")));
  CHECK(variables.sizes().at("context") == 2);
  CHECK(variables.sizes_depend());
}

TEST_CASE(
    "Where one term outweighs the negative ones from the corner on the sum has its sign at every pair of sizes",
    "[proof]") {
  const Variables variables = next_token();
  const Laurent tau = v("tau");
  const Laurent context = v("context");
  CHECK(variables.outweighed(context - Laurent(2), false));
  CHECK_FALSE(variables.outweighed(context - Laurent(2), true));
  CHECK(variables.outweighed(Laurent(1) - *context.inverse(), true));
  CHECK_FALSE(variables.outweighed(context - tau, false));  // a quotient that rises
  CHECK_FALSE(variables.outweighed(Laurent(-1), false));
  CHECK(variables.outweighed(Laurent(), false));
  CHECK_FALSE(variables.outweighed(Laurent(), true));
  Variables from_zero;
  from_zero.add_size("tau", 0);
  from_zero.add_size("context", -2);
  CHECK_FALSE(from_zero.outweighed(tau, true));
  CHECK_FALSE(from_zero.outweighed(tau * tau * context + tau, false));
  // context is 9 at the corner, and 5 where tau is 5.
  Variables falling;
  falling.add_size("tau", 1);
  falling.add_size_from("context", Laurent(10) - tau);
  CHECK_FALSE(falling.outweighed(context - Laurent(9), false));
  CHECK(falling.outweighed(Laurent(1) - *tau.inverse(), false));
  std::mt19937_64 random(20261128);
  int known = 0;
  int strictly = 0;
  for (int k = 0; k < 4000; ++k) {
    Laurent value;
    for (int term = 0; term < 4; ++term) {
      Laurent product(static_cast<long>(random() % 9) - 3);
      for (const Laurent& size : {tau, context}) {
        const long exponent = static_cast<long>(random() % 5) - 2;
        product = product * power(exponent < 0 ? *size.inverse() : size, std::abs(exponent));
      }
      value += product;
    }
    const bool strict = variables.outweighed(value, true);
    if (!variables.outweighed(value, false)) {
      CHECK_FALSE(strict);
      continue;
    }
    ++known;
    strictly += strict ? 1 : 0;
    for (long t = 1; t <= 6; ++t) {
      for (long c = t + 1; c <= t + 8; ++c) {
        const Rational at =
            value.substitute({{"tau", Laurent(t)}, {"context", Laurent(c)}}).constant().value();
        CHECK(at >= 0);
        if (strict) CHECK(at > 0);
      }
    }
  }
  INFO(known << " known, " << strictly << " strictly");
  CHECK(known > 300);
  CHECK(strictly < known);
}

TEST_CASE("Whatever sign is proved is the sign at every pair of sizes", "[proof]") {
  const Variables variables = next_token();
  std::mt19937_64 random(20261126);
  int known = 0;
  for (int k = 0; k < 2000; ++k) {
    Laurent value;
    for (long a = 0; a <= 2; ++a) {
      for (long b = 0; b <= 2 - a; ++b)
        value += Laurent(static_cast<long>(random() % 9) - 3) * power(v("tau"), a) * power(v("context"), b);
    }
    const bool nonnegative = variables.nonnegative(value);
    const bool positive = variables.positive(value);
    if (!nonnegative && !positive) continue;
    ++known;
    for (long tau = 1; tau <= 6; ++tau) {
      for (long context = tau + 1; context <= tau + 8; ++context) {
        const Rational at =
            value.substitute({{"tau", Laurent(tau)}, {"context", Laurent(context)}}).constant().value();
        CHECK(at >= 0);
        if (positive) CHECK(at > 0);
      }
    }
  }
  CHECK(known > 50);
}

TEST_CASE("Of a number above another one the difference is positive, and nothing else is known", "[proof]") {
  Variables variables = next_token();
  variables.add_above("ratio", Laurent(3) * v("tau") - Laurent(1));
  CHECK(variables.positive(v("ratio") - Laurent(3) * v("tau") + Laurent(1)));
  CHECK(variables.positive(v("ratio") - Laurent(2)));
  CHECK_FALSE(variables.nonnegative(v("ratio") - Laurent(3) * v("tau")));
  CHECK_FALSE(variables.nonnegative(Laurent(100) * v("tau") - v("ratio")));
  CHECK_FALSE(variables.is_integer(v("ratio")));
  CHECK(variables.sizes_alone(v("ratio")));
  // Nothing that is not above it: 0 times the difference.
  CHECK_FALSE(variables.positive(v("tau") * v("ratio") - v("tau") * v("ratio")));
}

TEST_CASE("What falls in sizes that depend on each other falls along every step", "[proof]") {
  const Variables variables = next_token();
  const auto falls = [&](const Laurent& factor, const Laurent& rate) {
    return proof::falls({factor, {rate, 1, std::nullopt}}, variables);
  };
  CHECK(falls(v("context") - v("tau"), v("context")));
  CHECK(falls(v("tau"), Laurent(2) * v("tau")));
  // In the context alone it grows without end.
  CHECK_FALSE(falls(v("context") - v("tau"), v("tau")));
  // Falls with the context where tau is fixed, and not where both grow.
  CHECK_FALSE(falls(Laurent(1), v("context") - v("tau") - Laurent(1) + Laurent(0)));
  CHECK(falls(Laurent(1), v("context") - v("tau")));
}

}  // namespace attest::variables_test
