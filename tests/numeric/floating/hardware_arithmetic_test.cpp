#include "numeric/floating/hardware_arithmetic.hpp"

#include <catch2/catch.hpp>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "numeric/floating/scaled_arithmetic.hpp"
#ifdef __SSE2__
#include <xmmintrin.h>

namespace hardware_arithmetic_test {
#endif

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

FloatFormat named(const std::string& name) {
  return *float_format_from_name(name);
}

// What an 8-bit pattern means, from the OCP specification: sign, exponent, significand.
double value_of_pattern(const FloatFormat& format, int pattern) {
  const int places = static_cast<int>(format.precision) - 1;
  const int significand = pattern & ((1 << places) - 1);
  const int exponent = (pattern & 0x7f) >> places;
  const int bias = format.has_infinity ? 15 : 7;
  const double sign = (pattern & 0x80) != 0 ? -1 : 1;
  const int top = (1 << (7 - places)) - 1;
  if (format.has_infinity && exponent == top) return significand == 0 ? sign * infinity : nan;
  if (!format.has_infinity && (pattern & 0x7f) == 0x7f) return nan;
  const int leading = exponent == 0 ? 0 : 1 << places;
  return sign * std::ldexp(significand + leading, std::max(exponent, 1) - bias - places);
}

bool same(double got, const FloatValue& expected) {
  if (std::isnan(got) || expected.is_nan()) return std::isnan(got) && expected.is_nan();
  return got == expected.to_double() && std::signbit(got) == expected.is_negative();
}

// The number, and for zeros the sign; exponents that no double has as well.
bool same(const ScaledValue& got, const FloatValue& expected) {
  const ScaledArithmetic any(unbounded_format(24));
  const ScaledValue other = any.value_of(expected);
  if (std::isnan(got.significand) || expected.is_nan())
    return std::isnan(got.significand) && expected.is_nan();
  return got.significand == other.significand && got.exponent == other.exponent &&
         std::signbit(got.significand) == std::signbit(other.significand);
}

FloatValue for_mpfr(double x) {
  FloatValue value(53);
  mpfr_set_d(value.mpfr(), x, MPFR_RNDN);
  return value;
}

// How often an operation of `tested` on a and b is not FloatArithmetic's; the first case is shown.
template <class Arithmetic>
class Comparison {
 public:
  explicit Comparison(Arithmetic arithmetic) : tested_(std::move(arithmetic)), reference_(tested_.format()) {}

  // Of any numbers.
  void sum(const FloatValue& a, const FloatValue& b) {
    const auto x = tested_.value_of(a);
    const auto y = tested_.value_of(b);
    expect("+", a, b, tested_.add(x, y), reference_.add(a, b));
    expect("-", a, b, tested_.subtract(x, y), reference_.subtract(a, b));
  }
  // Of numbers of the format.
  void all(const FloatValue& a, const FloatValue& b) {
    sum(a, b);
    const auto x = tested_.value_of(a);
    const auto y = tested_.value_of(b);
    expect("*", a, b, tested_.multiply(x, y), reference_.multiply(a, b));
    expect("/", a, b, tested_.divide(x, y), reference_.divide(a, b));
    expect("max", a, b, tested_.maximum(x, y), reference_.maximum(a, b));
    if (Arithmetic::less(x, y) != FloatArithmetic::less(a, b)) ++differences;
    if (Arithmetic::equal(x, y) != FloatArithmetic::equal(a, b)) ++differences;
  }
  void one(const FloatValue& a) {
    const auto x = tested_.value_of(a);
    expect("from", a, a, tested_.from(x), reference_.from(a));
    if (a.is_finite() && !a.is_zero() && Arithmetic::exponent(x) != FloatArithmetic::exponent(a))
      ++differences;
    CHECK(same(x, a));
  }
  void exponential(const FloatValue& a) {
    expect("exp", a, a, tested_.exponential(tested_.value_of(a)), reference_.exponential(a));
  }

  long differences = 0;
  std::string first;

 private:
  void expect(const char* operation, const FloatValue& a, const FloatValue& b,
              const typename Arithmetic::Value& got, const FloatValue& expected) {
    if (same(got, expected)) return;
    if (++differences == 1)
      first = reference_.format().name + ": " + a.text() + " " + operation + " " + b.text() + " is " +
              expected.text();
  }

  Arithmetic tested_;
  FloatArithmetic reference_;
};

// Numbers where formats go wrong: zeros, ends of the subnormal and normal range, powers of two and what is
// beside them, infinities, NaN.
std::vector<double> boundary_values(const FloatFormat& format) {
  const FloatArithmetic arithmetic(format);
  const double unit = std::ldexp(1, 1 - static_cast<int>(format.precision));
  std::vector<double> values{0, 1, 1 + unit, 2 - unit, 1.5, 3, 1 - unit / 2};
  if (format.range) {
    const double least = format.smallest_positive().convert_to<double>();
    const double normal = format.smallest_normal().convert_to<double>();
    const double largest = format.largest().convert_to<double>();
    const double top = std::ldexp(1, static_cast<int>(format.range->greatest));
    for (const double x : {least, 2 * least, 3 * least, normal - least, normal, normal + least, 2 * normal,
                           largest, largest - top * unit, top, top / 2, std::sqrt(normal), std::sqrt(least)})
      values.push_back(arithmetic.from_double(x).to_double());
    values.push_back(infinity);
  }
  const std::size_t positive = values.size();
  for (std::size_t k = 0; k < positive; ++k) values.push_back(-values[k]);
  values.push_back(nan);
  return values;
}

// A number of the format: random significand, exponent from the whole range, often from its lower end.
double random_value(const FloatFormat& format, std::mt19937_64& engine) {
  const int p = static_cast<int>(format.precision);
  const int bits = engine() % 4 == 0 ? 1 + static_cast<int>(engine() % p) : p;
  const auto significand = static_cast<double>(engine() >> (64 - bits) | 1);
  const long least = format.range->least + 1 - format.precision;
  const long greatest = format.range->greatest;
  const std::uint64_t places = engine() % 3 == 0 ? 2 * p : greatest - least;
  const double x = std::ldexp(significand, static_cast<int>(least + engine() % places) - p + 1);
  return FloatArithmetic(format).from_double(engine() % 2 == 0 ? x : -x).to_double();
}

// Operands whose quotient is close to a midpoint between two numbers of the format, subnormal ones included:
// b random, a beside m b.
template <class Arithmetic>
void quotients_near_midpoints(Comparison<Arithmetic>& comparison, const FloatFormat& format, int rounds) {
  std::mt19937_64 engine(11);
  const FloatArithmetic arithmetic(format);
  const double least = format.smallest_positive().convert_to<double>();
  for (int round = 0; round < rounds; ++round) {
    const double b = random_value(format, engine);
    const double m = round % 2 == 0 ? least * (static_cast<double>(engine() >> (65 - format.precision)) + 0.5)
                                    : random_value(format, engine) *
                                          (1 + std::ldexp(1, -static_cast<int>(format.precision)));
    const FloatValue a = arithmetic.from_double(m * b);
    if (!a.is_finite()) continue;
    FloatValue beside = a;
    mpfr_nextabove(beside.mpfr());
    comparison.all(a, for_mpfr(b));
    comparison.all(arithmetic.from(beside), for_mpfr(b));
  }
}

// Conversions and sums at the midpoints of a format and a little beside them: what a second rounding loses.
template <class Arithmetic>
void midpoints(Comparison<Arithmetic>& comparison, const FloatFormat& format, int rounds) {
  std::mt19937_64 engine(13);
  for (int round = 0; round < rounds; ++round) {
    const double x = random_value(format, engine);
    const double unit = std::ldexp(1, std::max<int>(std::ilogb(x), static_cast<int>(format.range->least)) +
                                          1 - static_cast<int>(format.precision));
    const double middle = x + std::copysign(unit / 2, x);
    for (const double y : {middle, std::nextafter(middle, infinity), std::nextafter(middle, -infinity)})
      comparison.one(for_mpfr(y));
    for (const double little : {0x1p-60, 0x1p-200, -0x1p-60, -0x1p-300, 0.0})
      comparison.sum(for_mpfr(middle), for_mpfr(little * unit));
  }
}

// Everything above, for a format with a range.
template <class Arithmetic>
void compare(Comparison<Arithmetic>& comparison, const FloatFormat& format, int rounds) {
  const auto boundary = boundary_values(format);
  for (const double a : boundary) {
    comparison.one(for_mpfr(a));
    comparison.exponential(for_mpfr(a));
    for (const double b : boundary) comparison.all(for_mpfr(a), for_mpfr(b));
  }
  std::mt19937_64 engine(7);
  for (int round = 0; round < rounds; ++round) {
    const double a = random_value(format, engine);
    const double b = round % 4 == 0 ? std::nextafter(a, 0) : random_value(format, engine);
    comparison.all(FloatArithmetic(format).from_double(a), FloatArithmetic(format).from_double(b));
    if (round % 16 == 0) comparison.exponential(for_mpfr(a));
  }
  if (format.precision <= greatest_native_precision) {
    quotients_near_midpoints(comparison, format, rounds);
    midpoints(comparison, format, rounds / 4);
  }
}

// What a careless implementation does: the double sum, rounded a second time.
class SumRoundedTwice : public HardwareArithmetic {
 public:
  using HardwareArithmetic::HardwareArithmetic;
  double add(double a, double b) const { return from(a + b); }
  double subtract(double a, double b) const { return add(a, -b); }
};

// A quotient that keeps three bits more than the format has, and is rounded to the format then.
class QuotientThroughFewBits : public HardwareArithmetic {
 public:
  using HardwareArithmetic::HardwareArithmetic;
  double divide(double a, double b) const {
    return from(to_bits(a / b, static_cast<int>(format().precision) + 3));
  }

 private:
  static double to_bits(double x, int bits) {
    return std::isfinite(x) && x != 0 ? round_to_multiple(x, std::ilogb(x) + 1 - bits) : x;
  }
};

// Subnormal results rounded first to the full width, then to the subnormal unit.
class SubnormalRoundedTwice : public HardwareArithmetic {
 public:
  using HardwareArithmetic::HardwareArithmetic;
  double multiply(double a, double b) const {
    const double product = a * b;
    if (!std::isfinite(product) || product == 0) return from(product);
    return from(round_to_multiple(product, std::ilogb(product) + 1 - static_cast<int>(format().precision)));
  }
};

}  // namespace

TEST_CASE("Every operation on every pair of 8-bit patterns is MPFR's, NaN, infinities and -0 included",
          "[floating]") {
  for (const char* name : {"fp8-e4m3", "fp8-e5m2"}) {
    const FloatFormat format = named(name);
    Comparison hardware{HardwareArithmetic(format)};
    Comparison scaled{ScaledArithmetic(format)};
    std::vector<FloatValue> values;
    for (int pattern = 0; pattern < 256; ++pattern) {
      values.push_back(for_mpfr(value_of_pattern(format, pattern)));
      hardware.one(values.back());
      hardware.exponential(values.back());
      scaled.one(values.back());
      scaled.exponential(values.back());
    }
    for (const FloatValue& a : values) {
      for (const FloatValue& b : values) {
        hardware.all(a, b);
        scaled.all(a, b);
      }
    }
    CHECK(hardware.first == "");
    CHECK(hardware.differences == 0);
    CHECK(scaled.first == "");
    CHECK(scaled.differences == 0);
  }
}

TEST_CASE("Operations by hardware are MPFR's on boundary values, near midpoints and on random numbers",
          "[floating]") {
  for (const FloatFormat& format : named_float_formats()) {
    INFO(format.name);
    REQUIRE(HardwareArithmetic::covers(format));
    Comparison hardware{HardwareArithmetic(format)};
    compare(hardware, format, 4000);
    CHECK(hardware.first == "");
    CHECK(hardware.differences == 0);
  }
}

TEST_CASE("Operations on scaled significands are MPFR's in every format of up to 24 bits", "[floating]") {
  for (const FloatFormat& format : named_float_formats()) {
    if (!ScaledArithmetic::covers(format)) continue;
    INFO(format.name);
    Comparison scaled{ScaledArithmetic(format)};
    compare(scaled, format, 3000);
    CHECK(scaled.first == "");
    CHECK(scaled.differences == 0);
  }
}

TEST_CASE("With unbounded exponents scaled significands are MPFR's, as far as MPFR's exponents go",
          "[floating]") {
  std::mt19937_64 engine(17);
  for (const long p : {2L, 3L, 7L, 12L, 23L, 24L}) {
    const FloatFormat format = unbounded_format(p);
    Comparison scaled{ScaledArithmetic(format)};
    const WideExponents wide;
    std::vector<FloatValue> values;
    for (const double x : boundary_values(format)) values.push_back(for_mpfr(x));
    values.push_back(for_mpfr(infinity));
    values.push_back(for_mpfr(-infinity));
    for (int k = 0; k < 60; ++k) {
      FloatValue value(p);
      mpfr_set_si(value.mpfr(), static_cast<long>(engine() >> (64 - p) | 1), MPFR_RNDN);
      // Near each other, at the distance from which the smaller one is replaced, beyond double, and at the
      // ends.
      constexpr long reaches[] = {4,   30,  60,   99,       100,      101,      102,
                                  103, 130, 2000, 1L << 59, 1L << 60, 1L << 61, (1L << 62) - 40};
      const long reach = reaches[engine() % std::size(reaches)];
      mpfr_mul_2si(value.mpfr(), value.mpfr(), engine() % 2 == 0 ? reach : -reach, MPFR_RNDN);
      if (engine() % 2 == 0) mpfr_neg(value.mpfr(), value.mpfr(), MPFR_RNDN);
      values.push_back(value);
    }
    for (const FloatValue& a : values) {
      scaled.one(a);
      scaled.exponential(a);
      for (const FloatValue& b : values) scaled.all(a, b);
    }
    CHECK(scaled.first == "");
    CHECK(scaled.differences == 0);
  }
}

TEST_CASE("A sum of 53-bit numbers is rounded once to fp32", "[floating]") {
  // Halfway between 1 and its successor and a little more: to the nearest double first, and the little is
  // lost.
  const HardwareArithmetic single(named("fp32"));
  const double middle = 1 + 0x1p-24;
  CHECK(single.add(middle, 0x1p-60) == 1 + 0x1p-23);
  CHECK(static_cast<float>(middle + 0x1p-60) == 1);
  CHECK(single.add(middle, -0x1p-60) == 1);
  CHECK(single.add(middle, 0) == 1);
}

TEST_CASE("Arithmetic that rounds twice is caught", "[floating]") {
  for (const char* name : {"bfloat16", "tf32", "fp32"}) {
    Comparison sums{SumRoundedTwice(named(name))};
    compare(sums, named(name), 400);
    CHECK(sums.differences > 0);
    Comparison quotients{QuotientThroughFewBits(named(name))};
    compare(quotients, named(name), 400);
    CHECK(quotients.differences > 0);
    Comparison products{SubnormalRoundedTwice(named(name))};
    compare(products, named(name), 4000);
    CHECK(products.differences > 0);
  }
}

TEST_CASE("Formats that double operations do not give are refused", "[floating]") {
  CHECK(hardware_is_exact());
  CHECK_THROWS_AS(HardwareArithmetic(unbounded_format(12)), std::invalid_argument);
  CHECK_THROWS_AS(ScaledArithmetic(unbounded_format(25)), std::invalid_argument);
  CHECK_THROWS_AS(ScaledArithmetic(named("fp64")), std::invalid_argument);
  FloatFormat wider = named("fp32");
  wider.precision = 25;
  CHECK_FALSE(HardwareArithmetic::covers(wider));
  FloatFormat farther = named("fp32");
  farther.range->greatest = 500;
  CHECK_FALSE(HardwareArithmetic::covers(farther));
}

TEST_CASE("A thread that does not round to nearest, or has no subnormal numbers, is refused", "[floating]") {
  for (const int direction : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    REQUIRE(std::fesetround(direction) == 0);
    const bool exact = hardware_is_exact();
    std::fesetround(FE_TONEAREST);
    CHECK_FALSE(exact);
  }
  CHECK(hardware_is_exact());
#ifdef __SSE2__
  const unsigned mode = _mm_getcsr();
  for (const unsigned flag : {0x8000U, 0x0040U}) {  // results to zero, operands to zero
    _mm_setcsr(mode | flag);
    const bool flushed = hardware_is_exact();
    _mm_setcsr(mode);
    CHECK_FALSE(flushed);
  }
#endif
}

}  // namespace hardware_arithmetic_test
