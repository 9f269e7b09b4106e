#include "numeric/short_decimal.hpp"

#include <catch2/catch.hpp>

#include "numeric/decimal.hpp"

namespace attest::short_decimal_test {

TEST_CASE("Short numbers are exact, long ones have six digits", "[numeric]") {
  CHECK(short_text(Rational(1, 3)) == "1/3");
  CHECK(short_text(Rational(-7)) == "-7");
  CHECK(short_text(Rational(Integer(1), power(Integer(3), 30))) == "4.85694e-15");
  CHECK(short_text(Rational(power(Integer(10), 20) + 1, power(Integer(10), 20) * 3)) == "0.333333");
  CHECK(short_text(exp(Interval(-1L, 128))) == "0.367879");
  CHECK(short_text(Interval(0L, 128)) == "0");
}

TEST_CASE("A number beside an integer is not shown as the integer", "[numeric]") {
  const Interval small = exp(Interval(-30L, 200));
  CHECK(short_text(Interval(4L, 200) - small) == "4 - 9.4e-14");
  CHECK(short_text(Interval(1L, 200) + small) == "1 + 9.4e-14");
  CHECK(short_text(-Interval(1L, 200) + small) == "-1 + 9.4e-14");
  CHECK(short_text(small) == "9.35762e-14");
  CHECK(short_text(-small) == "-9.35762e-14");
  CHECK(short_text(Rational(1) - Rational(1, power(Integer(10), 9)), Rational(1)) == "1 +- 2e-09");
  CHECK(short_text(Rational(-1, 1000000000), Rational(1, 1000000000)) == "0 +- 2e-09");
}

TEST_CASE("A number beside a half, at which decisions turn, is not shown as the half", "[numeric]") {
  const Rational little(1, 1000000000);
  CHECK(short_text(Rational(Rational(1, 2) - little)) == "0.5 - 1e-09");
  CHECK(short_text(Rational(Rational(1, 2) + little)) == "0.5 + 1e-09");
  CHECK(short_text(Rational(Rational(-5, 2) - little)) == "-2.5 - 1e-09");
  CHECK(short_text(Rational(1, 2), Rational(1, 2)) == "0.5");
  CHECK(short_text(Rational(1, 2)) == "1/2");
  CHECK(short_text(Rational(Rational(1, 2) - Rational(1, 1000))) == "499/1000");
  CHECK(short_text(Rational(Rational(1, 2) - little), Rational(Rational(1, 2) + little)) == "0.5 +- 2e-09");
}

// 10^17 log10(e) = 43429448190325182.76511..
TEST_CASE("Numbers far below what decimals are read of have a text", "[numeric]") {
  const std::string text = short_text(exp(Interval(Rational(-power(Integer(10), 17)), 128)));
  CHECK(text.starts_with("[1.7174"));
  CHECK(text.ends_with("e-43429448190325183]"));
}

TEST_CASE("Ends that six digits tell apart are both shown", "[numeric]") {
  CHECK(short_text(Rational(1, 4), Rational(1, 2)) == "[0.25, 0.5]");
  CHECK(short_text(Rational(-1, 4), Rational(1, 4)) == "[-0.25, 0.25]");
}

TEST_CASE("Numbers that no double holds are not shown as 0 or as infinite", "[numeric]") {
  const Rational tiny(Integer(1), power(Integer(3), 1000));  // 7.5639137e-478
  CHECK(short_text(tiny) == "7.56389e-478");
  CHECK(short_text(Rational(-tiny)) == "-7.56389e-478");
  CHECK(short_text(Rational(1 / tiny)) == "1.32207e+477");
  CHECK(short_text(Rational(1 + tiny)) == "1 +- 1e-300");
  CHECK(short_text(Interval(tiny, 200)) == "7.56389e-478");
}

TEST_CASE("A bound that is shortened is a bound still, and stays below what the number is below",
          "[numeric]") {
  const Interval e1 = exp(Interval(-1L, 128));  // 0.36787944117..
  CHECK(short_upper_bound(e1, Rational(1, 2)) == "0.36788");
  CHECK(short_lower_bound(e1) == "0.367879");
  CHECK(short_lower_bound(-e1) == "-0.36788");
  CHECK(short_upper_bound(Interval(Rational(1, 4), 128), Rational(1, 2)) == "0.25");
  CHECK(short_upper_bound(Interval(0L, 128), Rational(1, 2)) == "0");
  // Six digits would be 0.5 itself.
  const Rational near(Rational(1, 2) - Rational(1, 100000000));
  CHECK(short_upper_bound(Interval(near, 128), Rational(1, 2)) == "0.499999991");
  CHECK(short_upper_bound(Interval(Rational(2), 128), Rational(1, 2)) == "2");
  for (long k = 1; k <= 40; ++k) {
    const Interval value = exp(Interval(Rational(-k, 3), 128));
    const auto above = rational_from_decimal(short_upper_bound(value, Rational(1)));
    const auto below = rational_from_decimal(short_lower_bound(value));
    REQUIRE(above);
    REQUIRE(below);
    CHECK(compare(value, *above) == Ordering::less);
    CHECK(compare(value, *below) == Ordering::greater);
    CHECK(*above < 1);
  }
}

}  // namespace attest::short_decimal_test
