#include "numeric/short_decimal.hpp"

#include <catch2/catch.hpp>

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

}  // namespace attest::short_decimal_test
