#include "numeric/decimal.hpp"

#include <catch2/catch.hpp>
#include <regex>

#include "tests/numeric/exact.hpp"

namespace attest::decimal_test {

using test::exact_decimal;

namespace {

// The weight of the last of the 17 digits.
Rational last_place(const std::string& text) {
  return test::ten_to(std::stol(text.substr(text.find('e') + 1)) - 16);
}

}  // namespace

TEST_CASE("Decimal ends lie outside of a random number and at most one digit from it", "[numeric]") {
  test::Random random(11);
  const std::regex form("-?[1-9]\\.[0-9]{16}e[+-][0-9]{2,}|0\\.0{16}e\\+00");
  for (int trial = 0; trial < 3000; ++trial) {
    const Rational x = random.rational() * (random.coin() ? Rational(1) : random.rational());
    const auto [lower, upper] = decimal_enclosure(Interval(x, 300));
    INFO(to_string(x) << " in " << lower << " " << upper);
    REQUIRE((std::regex_match(lower, form) && std::regex_match(upper, form)));
    REQUIRE(exact_decimal(lower) <= x);
    REQUIRE(exact_decimal(upper) >= x);
    // Where 17 digits are enough at most the rounding of the ball moves an end, and then by one digit.
    REQUIRE(exact_decimal(upper) - exact_decimal(lower) <=
            2 * (last_place(lower) < last_place(upper) ? last_place(upper) : last_place(lower)));
  }
}

TEST_CASE("Decimal ends lie outside of a ball at every precision", "[numeric]") {
  test::Random random(12);
  for (int trial = 0; trial < 2000; ++trial) {
    const Rational x = random.rational();
    const long log_radius = random.between(-120, 120);
    const Interval value = test::ball(x, log_radius, random.between(2, 200));
    INFO(to_string(x) << " radius 2^" << log_radius);
    REQUIRE(exact_decimal(decimal_rounded_down(value)) <= x - test::two_to(log_radius));
    REQUIRE(exact_decimal(decimal_rounded_up(value)) >= x + test::two_to(log_radius));
    REQUIRE(decimal_enclosure(value).lower == decimal_rounded_down(value));
    const Rational lower = exact_decimal(decimal_rounded_down(value));
    REQUIRE(exact_decimal(nonnegative_rounded_down(value)) == (lower < 0 ? Rational(0) : lower));
    REQUIRE(decimal_enclosure(value).upper == decimal_rounded_up(value));
  }
}

TEST_CASE("A number of at most 17 digits is printed exactly", "[numeric]") {
  test::Random random(13);
  for (int trial = 0; trial < 1000; ++trial) {
    const long digits = random.between(0, 1) == 0 ? random.between(-20, 20)
                                                  : random.between(-99999999999999999, 99999999999999999);
    const auto [lower, upper] = decimal_enclosure(Interval(digits, 64));
    INFO(digits);
    REQUIRE(lower == upper);
    REQUIRE(exact_decimal(lower) == Rational(digits));
  }
  for (long e = -15; e <= 56; ++e) {  // 2^-15 has 11 significant digits, 2^56 has 17
    const auto [lower, upper] = decimal_enclosure(Interval(test::two_to(e), 64));
    REQUIRE(lower == upper);
    REQUIRE(exact_decimal(lower) == test::two_to(e));
  }
}

TEST_CASE("Numbers just beside a power of ten carry into it", "[numeric]") {
  for (long e = -320; e <= 320; e += 5) {
    const Rational ten = test::ten_to(e);
    const Rational above = ten * (1 + test::two_to(-90));
    const Rational below = ten * (1 - test::two_to(-90));
    const std::string magnitude = std::to_string(e < 0 ? -e : e);
    const std::string power_text = std::string("1.0000000000000000e") + (e < 0 ? "-" : "+") +
                                   (magnitude.size() == 1 ? "0" : "") + magnitude;
    INFO(power_text);
    CHECK(decimal_rounded_down(Interval(above, 200)) == power_text);
    CHECK(decimal_rounded_up(Interval(below, 200)) == power_text);
    CHECK(decimal_rounded_down(Interval(-below, 200)) == "-" + power_text);
    CHECK(decimal_rounded_up(Interval(-above, 200)) == "-" + power_text);
    CHECK(exact_decimal(decimal_rounded_up(Interval(above, 200))) == ten + last_place(power_text));
    CHECK(exact_decimal(decimal_rounded_down(Interval(below, 200))) == ten - last_place(power_text) / 10);
  }
}

TEST_CASE("Some decimal enclosures are as written down beforehand", "[numeric]") {
  CHECK(decimal_rounded_down(Interval(0L, 64)) == "0.0000000000000000e+00");
  CHECK(decimal_rounded_up(Interval(0L, 64)) == "0.0000000000000000e+00");
  CHECK(decimal_rounded_up(Interval(-1L, 64)) == "-1.0000000000000000e+00");
  const auto third = decimal_enclosure(Interval(test::ratio(1, 3), 64));
  CHECK(third.lower == "3.3333333333333333e-01");
  CHECK(third.upper == "3.3333333333333334e-01");
  const auto two_thirds = decimal_enclosure(Interval(test::ratio(-2, 3), 64));
  CHECK(two_thirds.lower == "-6.6666666666666667e-01");
  CHECK(two_thirds.upper == "-6.6666666666666666e-01");
  const auto euler = decimal_enclosure(exp(Interval(1, 128)));
  CHECK(euler.lower == "2.7182818284590452e+00");
  CHECK(euler.upper == "2.7182818284590453e+00");
}

TEST_CASE("An interval that is not finite has no decimals", "[numeric]") {
  const Interval zero(0L, 64);
  for (const Interval& value :
       {Interval(1, 64) / zero, log(zero), log(Interval(-1, 64)), sqrt(Interval(-1, 64))}) {
    CHECK_THROWS_AS(decimal_enclosure(value), std::domain_error);
    CHECK_THROWS_AS(decimal_rounded_down(value), std::domain_error);
    CHECK_THROWS_AS(decimal_rounded_up(value), std::domain_error);
    CHECK_THROWS_AS(nonnegative_rounded_down(value), std::domain_error);
  }
}

}  // namespace attest::decimal_test
