#include "attention/state_function.hpp"

#include <catch2/catch.hpp>

#include "attention/whole_number.hpp"

namespace attest::state_function_test {

using attention::StateFunction;
using Op = StateFunction::Op;

namespace {

StateFunction number(long a, long b = 1) {
  return StateFunction::number(Rational(a, b));
}
StateFunction x(std::size_t index) {
  return StateFunction::coordinate(index);
}
StateFunction of(Op op, std::vector<StateFunction> children) {
  return StateFunction::of(op, std::move(children), 7);
}
Rational at(const StateFunction& f, const std::vector<Rational>& state) {
  return f(state);
}

}  // namespace

TEST_CASE("Functions of a state calculate exactly", "[state_function]") {
  const std::vector<Rational> state{Rational(7, 2), Rational(-3), Rational(0)};
  CHECK(at(of(Op::sum, {x(0), x(1), number(1, 2)}), state) == 1);
  CHECK(at(of(Op::product, {x(0), x(1)}), state) == Rational(-21, 2));
  CHECK(at(of(Op::quotient, {x(1), x(0)}), state) == Rational(-6, 7));
  CHECK(at(of(Op::power, {x(1), number(3)}), state) == -27);
  CHECK(at(of(Op::power, {x(2), number(0)}), state) == 1);
  CHECK(at(of(Op::minimum, {x(0), x(1), x(2)}), state) == -3);
  CHECK(at(of(Op::maximum, {x(1), x(2), x(0)}), state) == Rational(7, 2));
}

TEST_CASE("div and mod floor, below zero and between integers too", "[state_function]") {
  for (long a = -9; a <= 9; ++a) {
    for (long b = 1; b <= 4; ++b) {
      const std::vector<Rational> state{Rational(a, 2)};
      const Rational quotient = at(of(Op::div, {x(0), number(b)}), state);
      const Rational rest = at(of(Op::mod, {x(0), number(b)}), state);
      CHECK(denominator_of(quotient) == 1);
      CHECK(quotient * b + rest == Rational(a, 2));
      CHECK(rest >= 0);
      CHECK(rest < b);
    }
  }
}

TEST_CASE("Comparisons and conditions are 1 or 0", "[state_function]") {
  for (const long a : {-1L, 0L, 1L}) {
    const std::vector<Rational> state{Rational(a)};
    CHECK(at(of(Op::less, {x(0), number(0)}), state) == (a < 0 ? 1 : 0));
    CHECK(at(of(Op::less_equal, {x(0), number(0)}), state) == (a <= 0 ? 1 : 0));
    CHECK(at(of(Op::equal, {x(0), number(0)}), state) == (a == 0 ? 1 : 0));
    CHECK(at(of(Op::logic_not, {of(Op::equal, {x(0), number(0)})}), state) == (a != 0 ? 1 : 0));
  }
}

TEST_CASE("What has no value is asked for only where it counts", "[state_function]") {
  const StateFunction inverse = of(Op::quotient, {number(1), x(0)});
  const StateFunction is_zero = of(Op::equal, {x(0), number(0)});
  const std::vector<Rational> zero{Rational(0)};
  CHECK_THROWS_WITH(at(inverse, zero), "a division by zero (line 7)");
  CHECK_THROWS_AS(at(of(Op::mod, {number(1), x(0)}), zero), UndefinedState);
  CHECK_THROWS_AS(at(of(Op::power, {number(2), number(-1)}), zero), UndefinedState);
  CHECK_THROWS_AS(at(of(Op::power, {number(2), number(1, 2)}), zero), UndefinedState);
  CHECK_THROWS_AS(at(of(Op::power, {number(2), number(1L << 40)}), zero), UndefinedState);
  CHECK(at(of(Op::conditional, {is_zero, number(5), inverse}), zero) == 5);
  CHECK(at(of(Op::logic_or, {is_zero, inverse}), zero) == 1);
  CHECK(at(of(Op::logic_and, {of(Op::logic_not, {is_zero}), inverse}), zero) == 0);
}

TEST_CASE("Functions of constants are constants, and what has no value stays a function",
          "[state_function]") {
  CHECK(of(Op::sum, {number(1), number(2)}).is_constant());
  CHECK(of(Op::sum, {number(1), number(2)}).nodes() == 1);
  CHECK_FALSE(of(Op::sum, {number(1), x(0)}).is_constant());
  const StateFunction undefined = of(Op::quotient, {number(1), number(0)});
  CHECK_FALSE(undefined.is_constant());
  CHECK_THROWS_AS(at(undefined, {}), UndefinedState);
  CHECK(of(Op::sum, {x(0), x(1), number(3)}).nodes() == 4);
}

}  // namespace attest::state_function_test
