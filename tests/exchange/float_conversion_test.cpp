#include "exchange/float_conversion.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

#include "claims/usage_error.hpp"

namespace attest::exchange {

namespace {

const FloatFormat fp32 = *float_format_from_name("fp32");
const FloatFormat fp64 = *float_format_from_name("fp64");

Array one(const Rational& number) {
  return real_array("a", {}, {number}, "");
}

// The bytes back as a number, by hand.
double number_in(const std::string& bytes) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < bytes.size(); ++k)
    bits |= std::uint64_t{static_cast<unsigned char>(bytes[k])} << (8 * k);
  return bytes.size() == 8 ? std::bit_cast<double>(bits)
                           : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

double converted(const FloatFormat& format, const Rational& number) {
  FloatConversion conversion(format);
  std::string bytes;
  conversion.append(bytes, one(number));
  return number_in(bytes);
}

}  // namespace

TEST_CASE("A number becomes the nearest float, ties to even", "[exchange]") {
  for (long q = 1; q <= 40; ++q) {
    for (long p = -60; p <= 60; ++p) {
      const Rational x(p, q);
      CHECK(converted(fp32, x) == static_cast<float>(static_cast<double>(p) / static_cast<double>(q)));
      CHECK(converted(fp64, x) == static_cast<double>(p) / static_cast<double>(q));
    }
  }
  const Integer two24 = power(2, 24);
  CHECK(converted(fp32, Rational(two24 + 1)) == 0x1p24);      // halfway to 2^24 + 2
  CHECK(converted(fp32, Rational(two24 + 3)) == 0x1p24 + 4);  // halfway, up to an even one
  CHECK(converted(fp64, Rational(two24 + 1)) == 0x1p24 + 1);
}

TEST_CASE("The largest error is that of the worst number, exactly where numbers are rational", "[exchange]") {
  FloatConversion conversion(fp32);
  std::string bytes;
  conversion.append(bytes, real_array("halves", {3}, {Rational(1, 2), Rational(-3), Rational(0)}, ""));
  CHECK(conversion.largest_error().absolute == 0);
  CHECK(conversion.largest_error().absolute_at.empty());
  conversion.append(bytes, real_array("thirds", {2}, {Rational(1, 3), Rational(100, 3)}, ""));
  const Rational third = abs(Rational(static_cast<double>(1.0F / 3.0F)) - Rational(1, 3));
  const Rational large = abs(Rational(static_cast<double>(100.0F / 3.0F)) - Rational(100, 3));
  CHECK(conversion.largest_error().absolute == std::max(third, large));
  CHECK(conversion.largest_error().relative == std::max(Rational(third * 3), Rational(large * 3 / 100)));
  CHECK(conversion.largest_error().absolute_at == "thirds");
}

TEST_CASE("Of an irrational number the error is an upper bound that is close", "[exchange]") {
  for (const FloatFormat& format : {fp32, fp64}) {
    FloatConversion conversion(format);
    Array root = real_array("root", {}, {}, "");
    root.surd = Surd::square_root(Rational(2));
    std::string bytes;
    conversion.append(bytes, root);
    const Rational x(number_in(bytes));
    const Rational error = conversion.largest_error().absolute;
    // |x - sqrt 2| = |x^2 - 2| / (x + sqrt 2), and 141/100 < sqrt 2 < 142/100
    const Rational square = abs(x * x - 2);
    CHECK(error >= square / (x + Rational(142, 100)));
    CHECK(error <= square / (x + Rational(141, 100)) * Rational(1001, 1000));
    CHECK(error * power(2, static_cast<unsigned long>(format.precision)) <= 1);  // half an ulp of [1, 2)
  }
}

TEST_CASE("What a format has no normal number for is refused", "[exchange]") {
  const Integer beyond = power(2, 128);
  CHECK_THROWS_AS(converted(fp32, Rational(beyond)), UsageError);
  CHECK_THROWS_AS(converted(fp32, Rational(1, power(2, 127))), UsageError);
  CHECK_THROWS_AS(converted(fp32, Rational(1, power(2, 1000))), UsageError);
  CHECK(converted(fp32, Rational(1, power(2, 126))) == 0x1p-126);
  CHECK(converted(fp64, Rational(beyond)) == 0x1p128);
  CHECK_THROWS_AS(converted(fp64, Rational(power(2, 1024))), UsageError);
  CHECK_THROWS_WITH(converted(fp32, Rational(beyond)),
                    "a: 340282366920938463463374607431768211456 is outside of float32");
}

TEST_CASE("Integers are eight bytes, truth values one", "[exchange]") {
  FloatConversion conversion(fp32);
  std::string bytes;
  Array mask = integer_array("mask", {3}, {1, 0, 1}, "");
  mask.type = Array::Type::truth;
  conversion.append(bytes, mask);
  CHECK(bytes == std::string("\1\0\1", 3));
  CHECK(bytes_of(mask, conversion) == 3);
  bytes.clear();
  conversion.append(bytes, integer_array("n", {2}, {258, -1}, ""));
  CHECK(bytes == std::string("\2\1\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff", 16));
}

}  // namespace attest::exchange
