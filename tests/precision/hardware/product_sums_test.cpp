#include "precision/hardware/product_sums.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "precision/hardware/factor_format.hpp"

namespace product_sums_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

FloatFormat named(const char* name) {
  return *float_format_from_name(name);
}

EvaluationModel model_of(const char* name) {
  const auto model = evaluation_model_from_name(name);
  REQUIRE(model);
  return *model;
}

// e of 2^e <= |x| < 2^(e+1), counted down and up.
int exponent_of(Rational x) {
  x = abs(x);
  int e = 0;
  for (; x >= 2; x /= 2) ++e;
  for (; x < 1; x *= 2) --e;
  return e;
}

Rational power_of_two(int e) {
  return e >= 0 ? Rational(Integer(1) << static_cast<unsigned>(e))
                : Rational(1, Integer(1) << static_cast<unsigned>(-e));
}

Rational cut_to(const Rational& x, const Rational& unit) {
  const Rational units = x / unit;
  return Rational(numerator_of(units) / denominator_of(units)) * unit;  // integer division cuts towards zero
}

// The definition of product_sums.hpp in rational numbers.
double by_definition(const std::vector<double>& a, const std::vector<double>& b, double start,
                     std::size_t block, std::optional<int> cut, int least) {
  const FloatArithmetic fp32(named("fp32"));
  Rational c = start;
  for (std::size_t first = 0; first < a.size(); first += block) {
    std::vector<Rational> summands{c};
    std::optional<int> largest;
    if (c != 0) largest = std::max(exponent_of(c), -126);
    for (std::size_t k = first; k < std::min(first + block, a.size()); ++k) {
      summands.push_back(Rational(a[k]) * Rational(b[k]));
      if (summands.back() == 0) continue;
      const int e =
          std::max(exponent_of(Rational(a[k])), least) + std::max(exponent_of(Rational(b[k])), least);
      largest = largest ? std::max(*largest, e) : e;
    }
    Rational sum = 0;
    for (const Rational& x : summands) sum += cut && largest ? cut_to(x, power_of_two(*largest - *cut)) : x;
    if (!cut) {
      c = fp32.from(sum).exact();
    } else if (sum != 0) {
      sum = cut_to(sum, power_of_two(std::max(exponent_of(sum), -126) - std::min(*cut, 23)));
      c = sum;
    } else {
      c = 0;
    }
  }
  return FloatArithmetic(named("fp64")).from(c).to_double();
}

// Numbers of the format of all sizes up to a few powers of two, zeros and subnormal numbers among them.
std::vector<double> drawn(std::mt19937_64& generator, const FloatFormat& format, std::size_t count) {
  const HardwareArithmetic in(format);
  std::vector<double> numbers;
  for (std::size_t k = 0; k < count; ++k) {
    const auto whole = static_cast<double>(static_cast<long>(generator() % 4001) - 2000);
    const int scale = static_cast<int>(generator() % 22) - 18;  // below 2000/64 * 8: no format overflows
    numbers.push_back(generator() % 6 == 0 ? 0.0 : in.from(std::ldexp(whole / 64, scale)));
  }
  return numbers;
}

}  // namespace

TEST_CASE("Sums of products are those of the definition in rational numbers", "[precision][hardware]") {
  struct Case {
    const char* model;
    std::size_t block;
    std::optional<int> cut;
  };
  std::mt19937_64 generator(11);
  long differing = 0;  // from the sum that is rounded product by product
  for (const char* name : {"fp8-e4m3", "fp8-e5m2", "fp16", "bfloat16", "tf32", "fp32"}) {
    const FloatFormat format = named(name);
    const int least = static_cast<int>(format.range->least);
    for (const Case& c : {Case{"tensor-core", 1, {}}, Case{"tensor-core:block=3", 3, {}},
                          Case{"tensor-core:block=16", 16, {}}, Case{"tensor-core:block=4:cut=23", 4, 23},
                          Case{"tensor-core:block=16:cut=25", 16, 25}, Case{"tensor-core:cut=5", 1, 5},
                          Case{"flash:block=32:cut=13", 32, 13}, Case{"flash:block=256:cut=40", 256, 40}}) {
      const ProductSums sums(model_of(c.model), format);
      const ProductSums plain(EvaluationModel::tensor_core, format);
      for (int round = 0; round < 40; ++round) {
        const std::size_t count = 1 + generator() % 40;
        const auto a = drawn(generator, format, count);
        const auto b = drawn(generator, format, count);
        const double start = round % 2 == 0 ? 0 : drawn(generator, named("fp32"), 1).front();
        INFO(name << " " << c.model << " " << count << " products, start " << start);
        const double expected = by_definition(a, b, start, c.block, c.cut, least);
        REQUIRE(sums.of(a, b, start) == expected);
        differing += plain.of(a, b, start) == expected ? 0 : 1;
      }
    }
  }
  CHECK(differing > 100);
}

TEST_CASE("From the last product down, blocks are those of the row read backwards", "[precision][hardware]") {
  std::mt19937_64 generator(5);
  const ProductSums up(model_of("tensor-core:block=3:cut=10"), named("fp16"));
  const ProductSums down(model_of("tensor-core:block=3:cut=10:descending"), named("fp16"));
  long differing = 0;
  for (int round = 0; round < 50; ++round) {
    const auto a = drawn(generator, named("fp16"), 8);
    const auto b = drawn(generator, named("fp16"), 8);
    const std::vector<double> backwards_a(a.rbegin(), a.rend());
    const std::vector<double> backwards_b(b.rbegin(), b.rend());
    CHECK(down.of(a, b) == up.of(backwards_a, backwards_b));
    differing += down.of(a, b) == up.of(a, b) ? 0 : 1;
  }
  CHECK(differing > 5);
}

TEST_CASE("What leaves fp32 is infinite, and infinity minus infinity is no number", "[precision][hardware]") {
  const double large = 0x1p100;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const char* model : {"tensor-core", "tensor-core:block=2", "tensor-core:block=2:cut=25"}) {
    const ProductSums sums(model_of(model), named("bfloat16"));
    CHECK(sums.of(std::vector{large}, std::vector{large}) == infinity);
    CHECK(sums.of(std::vector{large}, std::vector{-large}) == -infinity);
    CHECK(std::isnan(sums.of(std::vector{infinity, infinity}, std::vector{1.0, -1.0})));
    CHECK(std::isnan(sums.of(std::vector{infinity, 1.0}, std::vector{0.0, 1.0})));
    CHECK(sums.of(std::vector{0.0, 0.0}, std::vector{1.0, -1.0}) == 0);
  }
  // Added at once they cancel, one after the other the first is lost to infinity.
  const std::vector<double> a{large, large};
  const std::vector<double> b{large, -large};
  CHECK(ProductSums(model_of("tensor-core:block=2"), named("bfloat16")).of(a, b) == 0);
  CHECK(ProductSums(EvaluationModel::tensor_core, named("bfloat16")).of(a, b) == infinity);
}

TEST_CASE("A summand is cut where the largest exponent says, whatever its own product's significand is",
          "[precision][hardware]") {
  // 1.5 * 1.5 counts with the exponent 0, though it is 2.25: 2^-2 is kept with two bits, 2^-3 is not.
  const ProductSums sums(model_of("tensor-core:block=2:cut=2"), named("fp16"));
  CHECK(sums.of(std::vector{1.5, 0.25}, std::vector{1.5, 1.0}) == 2.5);
  CHECK(sums.of(std::vector{1.5, 0.125}, std::vector{1.5, 1.0}) ==
        2.0);  // 2.25 has two bits behind its leading one: 2
}

TEST_CASE("Casts saturate where they are told to, and scales use the whole format", "[precision][hardware]") {
  const FloatFormat e4m3 = named("e4m3");
  const double infinity = std::numeric_limits<double>::infinity();
  const FactorFormat plain(EvaluationModel::tensor_core, e4m3);
  const FactorFormat saturating(model_of("tensor-core:saturate"), e4m3);
  CHECK(plain.cast({448, 464}).numbers == std::vector<double>{448, 448});
  CHECK(std::isnan(plain.cast({465}).numbers[0]));
  CHECK(saturating.cast({465, -1e30, infinity}).numbers == std::vector<double>{448, -448, 448});
  CHECK(std::isnan(saturating.cast({std::nan("")}).numbers[0]));
  CHECK(saturating.stored({Rational(-1000)}, std::nullopt).numbers == std::vector<double>{-448});
  const FactorFormat rows(model_of("tensor-core:scale=row"), e4m3);
  for (const double largest : {1.0, 1.75, 1.76, 448.0, 449.0, 0x1p-149, 0x1p127, 3e-5}) {
    const int shift = rows.shift_for(largest);
    CHECK(std::ldexp(largest, shift) <= 448);
    CHECK(std::ldexp(largest, shift + 1) > 448);
    const FactorRow row = rows.cast({largest, 0, -largest / 2});
    CHECK(row.shift == shift);
    CHECK(std::abs(row.number(0) - largest) <= largest / 16);
    const FactorRow stored = rows.stored({Rational(largest), Rational(0)}, std::nullopt);
    CHECK(stored.shift == shift);
    CHECK(stored.number(0) == row.number(0));
  }
  // 1/3 rounded up to a double decides as 1/3 does; so does a number next to 448.
  const Rational next = Rational(448) + Rational(1, Integer(1) << 80);
  CHECK(rows.stored({next}, std::nullopt).shift == -1);
  CHECK(rows.stored({Rational(448) - Rational(1, Integer(1) << 80)}, std::nullopt).shift == 0);
}

TEST_CASE("A model's name is read back, and names that say something twice or nothing are refused",
          "[precision][hardware]") {
  for (const char* name :
       {"stored", "plain", "tensor-core", "flash", "tensor-core:block=4:cut=23", "flash:h100:keys=2",
        "tensor-core:a100:descending:saturate", "tensor-core:scale=row", "flash:keys=1:scale=tensor"})
    CHECK(to_string(model_of(name)) == name);
  for (const char* name : {"",
                           "mixed",
                           "plain:block=2",
                           "flash:block",
                           "flash:block=0",
                           "flash:block=257",
                           "flash:block=x",
                           "flash:cut=41",
                           "flash:cut=",
                           "tensor-core:keys=2",
                           "flash:keys=0",
                           "flash:",
                           "flash::h100",
                           "flash:h100:a100",
                           "flash:h100:block=4",
                           "flash:block=2:block=3",
                           "flash:scale=x",
                           "flash:scale",
                           "flash:h200",
                           "flash:saturate=1",
                           "flash:descending:descending"})
    CHECK_FALSE(evaluation_model_from_name(name).has_value());
  CHECK(model_of("flash:h100").on(named("e4m3")) == model_of("flash:block=32:cut=13"));
  CHECK(model_of("tensor-core:h100").on(named("tf32")) == model_of("tensor-core:block=8:cut=25"));
  CHECK(model_of("tensor-core:a100").on(named("bf16")) == model_of("tensor-core:block=8:cut=24"));
  CHECK(model_of("tensor-core:v100").on(named("fp16")) == model_of("tensor-core:block=4:cut=23"));
  CHECK(model_of("tensor-core:v100").on(named("fp32")) == EvaluationModel::tensor_core);
  CHECK_FALSE(model_of("tensor-core:v100").offers(named("bf16")));
  CHECK_FALSE(model_of("tensor-core:a100").offers(named("e5m2")));
  CHECK(model_of("tensor-core:h100").offers(named("e5m2")));
  CHECK_FALSE(EvaluationModel::flash.offers(named("fp64")));
  CHECK_FALSE(EvaluationModel::flash.offers(unbounded_format(25)));
}

}  // namespace product_sums_test
