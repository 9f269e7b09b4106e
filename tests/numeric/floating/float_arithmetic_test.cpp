#include "numeric/floating/float_arithmetic.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace float_arithmetic_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

FloatFormat named(const char* name) {
  return *float_format_from_name(name);
}

Rational power_of_two(long e) {
  return e >= 0 ? Rational(Integer(1) << e) : Rational(1, Integer(1) << -e);
}

// Every finite number of a format, ascending, from its definition: significand times a power of two.
std::vector<Rational> finite_numbers(const FloatFormat& format) {
  std::vector<Rational> numbers{0};
  const long p = format.precision;
  for (long e = format.range->least; e <= format.range->greatest; ++e) {
    const long first =
        e == format.range->least ? 1 : 1L << (p - 1);  // subnormal numbers share the least exponent
    for (long m = first; m < 1L << p; ++m) {
      const Rational value = Rational(m) * power_of_two(e + 1 - p);
      if (value <= format.largest()) numbers.push_back(value);
    }
  }
  const std::size_t positive = numbers.size();
  for (std::size_t k = 1; k < positive; ++k) numbers.push_back(-numbers[k]);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// Rounding by search: the nearest number, on a tie the one with even significand; nullopt beyond the range.
std::optional<Rational> nearest(const FloatFormat& format, const std::vector<Rational>& numbers,
                                const Rational& x) {
  const Rational largest = format.largest();
  const Rational unit = power_of_two(format.range->greatest + 1 - format.precision);
  // The number after the largest would be largest + unit; the tie between the two goes to the even one.
  const Rational magnitude = x < 0 ? Rational(-x) : x;
  const Rational edge = largest + unit / 2;
  const bool largest_is_even = numerator_of(largest / unit) % 2 == 0;
  if (magnitude > edge || (magnitude == edge && !largest_is_even)) return std::nullopt;
  // `numbers` ascend: the nearest is one of the two around x.
  const auto above = std::lower_bound(numbers.begin(), numbers.end(), x);
  if (above == numbers.begin()) return numbers.front();
  if (above == numbers.end()) return numbers.back();
  const Rational low = *(above - 1);
  const Rational high = *above;
  if (x - low < high - x) return low;
  if (high - x < x - low) return high;
  // The even one of two neighbours is an even multiple of the spacing between them.
  const Rational steps = low / (high - low);
  return numerator_of(steps) % 2 == 0 && denominator_of(steps) == 1 ? low : high;
}

void check_against_search(const FloatFormat& format, const std::vector<Rational>& numbers,
                          const FloatValue& got, const Rational& exact) {
  const auto expected = nearest(format, numbers, exact);
  if (!expected) {
    CHECK((format.has_infinity ? got.is_infinite() : got.is_nan()));
  } else if (!got.is_finite() || got.exact() != *expected) {
    FAIL(format.name << ": " << to_string(exact) << " became " << got.text() << ", expected "
                     << to_string(*expected));
  }
}

template <class Float>
bool same(const FloatValue& value, Float native) {
  const auto d = static_cast<double>(native);
  if (value.is_nan() || std::isnan(d)) return value.is_nan() && std::isnan(d);
  return value.to_double() == d && value.is_negative() == std::signbit(d);
}

// Random bits, with the exponent's ends, zeros and powers of two well represented.
template <class Float, class Bits>
Float random_float(std::mt19937_64& engine) {
  Bits bits = static_cast<Bits>(engine());
  const auto corner = engine() % 8;
  constexpr int digits = std::numeric_limits<Float>::digits - 1;
  if (corner == 0) bits &= static_cast<Bits>(~((Bits{1} << digits) - 1));     // a power of two
  if (corner == 1) bits |= static_cast<Bits>((Bits{1} << digits) - 1);        // one below it
  if (corner == 2) bits &= static_cast<Bits>((Bits{1} << (digits + 1)) - 1);  // subnormal or least normal
  Float value;
  std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
  return value;
}

template <class Float, class Bits>
void compare_with_native(const char* name, int rounds) {
  const FloatArithmetic arithmetic(named(name));
  std::mt19937_64 engine(7);
  for (int round = 0; round < rounds; ++round) {
    const Float a = random_float<Float, Bits>(engine);
    Float b = random_float<Float, Bits>(engine);
    if (round % 4 == 0) b = a;  // cancellation
    const FloatValue x = arithmetic.from_double(static_cast<double>(a));
    const FloatValue y = arithmetic.from_double(static_cast<double>(b));
    REQUIRE(same(x, a));
    REQUIRE(same(arithmetic.add(x, y), static_cast<Float>(a + b)));
    REQUIRE(same(arithmetic.subtract(x, y), static_cast<Float>(a - b)));
    REQUIRE(same(arithmetic.multiply(x, y), static_cast<Float>(a * b)));
    REQUIRE(same(arithmetic.divide(x, y), static_cast<Float>(a / b)));
    if constexpr (std::is_floating_point_v<Float>) {
      REQUIRE(same(arithmetic.square_root(x), std::sqrt(a)));
    }
  }
}

}  // namespace

TEST_CASE("The formats have the largest and smallest numbers that their standards give", "[floating]") {
  CHECK(named("fp8-e4m3").largest() == 448);
  CHECK(named("e5m2").largest() == 57344);
  CHECK(named("fp16").largest() == 65504);
  CHECK(named("fp8-e4m3").smallest_normal() == power_of_two(-6));
  CHECK(named("fp8-e4m3").smallest_positive() == power_of_two(-9));
  CHECK(named("e5m2").smallest_positive() == power_of_two(-16));
  CHECK(named("fp16").smallest_positive() == power_of_two(-24));
  CHECK(named("bfloat16").smallest_positive() == power_of_two(-133));
  CHECK(named("tf32").smallest_positive() == power_of_two(-136));
  CHECK(named("fp32").largest() == Rational(std::numeric_limits<float>::max()));
  CHECK(named("fp32").smallest_positive() == Rational(std::numeric_limits<float>::denorm_min()));
  CHECK(named("fp64").largest() == Rational(std::numeric_limits<double>::max()));
  CHECK(named("fp64").smallest_positive() == Rational(std::numeric_limits<double>::denorm_min()));
  CHECK(named("bf16").largest() ==
        Rational(static_cast<float>(Eigen::NumTraits<Eigen::bfloat16>::highest())));
}

TEST_CASE("The 8-bit formats have the number of values that 8 bits have", "[floating]") {
  CHECK(finite_numbers(named("e4m3")).size() == 2 * 127 - 1);  // 256 patterns: two NaN, two zeros
  CHECK(finite_numbers(named("e5m2")).size() == 2 * 124 - 1);  // two infinities, six NaN, two zeros
}

TEST_CASE("Every sum, difference, product and quotient of 8-bit numbers is the nearest 8-bit number",
          "[floating]") {
  for (const char* name : {"e4m3", "e5m2"}) {
    const FloatFormat format = named(name);
    const FloatArithmetic arithmetic(format);
    const auto numbers = finite_numbers(format);
    for (const Rational& a : numbers) {
      const FloatValue x = arithmetic.from(a);
      REQUIRE(x.exact() == a);
      for (const Rational& b : numbers) {
        const FloatValue y = arithmetic.from(b);
        check_against_search(format, numbers, arithmetic.add(x, y), a + b);
        check_against_search(format, numbers, arithmetic.subtract(x, y), a - b);
        check_against_search(format, numbers, arithmetic.multiply(x, y), a * b);
        if (b != 0) check_against_search(format, numbers, arithmetic.divide(x, y), a / b);
      }
    }
  }
}

TEST_CASE("Rounding to an 8-bit format finds the nearest number, ties to even, on and beside every boundary",
          "[floating]") {
  for (const char* name : {"e4m3", "e5m2"}) {
    const FloatFormat format = named(name);
    const FloatArithmetic arithmetic(format);
    const auto numbers = finite_numbers(format);
    const Rational little(1, Integer(1) << 80);
    for (std::size_t k = 0; k + 1 < numbers.size(); ++k) {
      const Rational middle = (numbers[k] + numbers[k + 1]) / 2;
      for (const Rational& x : {middle, Rational(middle - little), Rational(middle + little)})
        check_against_search(format, numbers, arithmetic.from(x), x);
    }
    const Rational unit = power_of_two(format.range->greatest + 1 - format.precision);
    for (const Rational& x :
         {Rational(format.largest() + unit / 2), Rational(format.largest() + unit / 2 - little),
          Rational(format.largest() + unit / 2 + little), Rational(format.largest() * 1000)})
      check_against_search(format, numbers, arithmetic.from(x), x);
  }
}

TEST_CASE("Operations in fp32 and fp64 are those of the hardware", "[floating]") {
  compare_with_native<float, std::uint32_t>("fp32", 40000);
  compare_with_native<double, std::uint64_t>("fp64", 40000);
}

TEST_CASE("Operations in fp16 and bfloat16 are those of Eigen's half and bfloat16", "[floating]") {
  compare_with_native<Eigen::half, std::uint16_t>("fp16", 40000);
  compare_with_native<Eigen::bfloat16, std::uint16_t>("bfloat16", 40000);
}

TEST_CASE("A product that is rounded once differs from one that is rounded twice", "[floating]") {
  // 1 + 2^-11 + 2^-25 lies above the tie of fp16; rounded to fp32 first, it falls on the tie and then to 1.
  const FloatArithmetic half(named("fp16"));
  const FloatArithmetic single(named("fp32"));
  const Rational x = 1 + power_of_two(-11) + power_of_two(-25);
  CHECK(half.from(x).exact() == 1 + power_of_two(-10));
  CHECK(half.from(single.from(x)).exact() == 1);
}

TEST_CASE("Overflow, subnormal numbers and signed zeros follow the standard", "[floating]") {
  const FloatArithmetic half(named("fp16"));
  CHECK(half.from(65519).exact() == 65504);
  CHECK(half.from(65520).is_infinite());
  CHECK(half.from(power_of_two(-25)).is_zero());
  CHECK(half.from(power_of_two(-25) + power_of_two(-60)).exact() == power_of_two(-24));
  CHECK(half.from(-power_of_two(-30)).is_negative());
  CHECK(half.from(-power_of_two(-30)).text() == "-0");
  CHECK(half.exponential(half.from(12)).is_infinite());
  CHECK(half.exponential(half.from(-20)).is_zero());
  CHECK(half.divide(half.from(0), half.from(0)).is_nan());
  CHECK(half.divide(half.from(1), half.from(0)).text() == "inf");
  const FloatArithmetic e4m3(named("e4m3"));
  CHECK(e4m3.from(464).exact() == 448);
  CHECK(e4m3.from(465).is_nan());
  CHECK(e4m3.divide(e4m3.from(1), e4m3.from(0)).is_nan());
}

TEST_CASE("An unbounded format neither overflows nor underflows", "[floating]") {
  const FloatArithmetic p3(unbounded_format(3));
  const FloatValue tiny = p3.exponential(p3.from(-100000));
  CHECK(tiny.is_finite());
  CHECK_FALSE(tiny.is_zero());
  CHECK(p3.from(Rational(9)).exact() == 8);    // a tie, to even
  CHECK(p3.from(Rational(11)).exact() == 12);  // a tie, to even
  CHECK(p3.from(Rational(11)).text() == "12");
}

TEST_CASE("An unbounded exponent ends where MPFR's does, far beyond its default range", "[floating]") {
  const FloatArithmetic p3(unbounded_format(3));
  const FloatValue tiny =
      p3.exponential(p3.from(-(Rational(Integer(1) << 60))));  // far below MPFR's default range
  CHECK(tiny.is_finite());
  CHECK_FALSE(tiny.is_zero());
  CHECK(mpfr_get_exp(tiny.mpfr()) < -(1L << 60));
  CHECK(p3.exponential(p3.from(-Rational(Integer(1) << 63))).is_zero());
  CHECK(p3.exponential(p3.from(Rational(Integer(1) << 63))).is_infinite());
}

TEST_CASE("Formats are named as people write them, and nothing else is a format", "[floating]") {
  CHECK(named("p12").precision == 12);
  CHECK(named("bf16") == named("bfloat16"));
  for (const char* wrong : {"", "p", "p1", "p0", "p-3", "p012", "p5000", "p12x", "fp17", "FP16", "double"})
    CHECK_FALSE(float_format_from_name(wrong));
}

TEST_CASE("A value is printed in the fewest digits that tell it from its neighbours", "[floating]") {
  const FloatArithmetic half(named("fp16"));
  CHECK(half.from(Rational(1, 10)).text() == "0.1");
  CHECK(half.from(Rational(65504)).text() == "6.55e+04");
  const FloatArithmetic fp64(named("fp64"));
  CHECK(fp64.from(Rational(1, 3)).text() == "0.3333333333333333");
}

}  // namespace float_arithmetic_test
