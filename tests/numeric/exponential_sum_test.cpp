#include "numeric/exponential_sum.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/numeric/exact.hpp"

namespace attest::exponential_sum_test {

using test::ratio;
using test::reference;
using test::Reference;

namespace {

Reference value(const Surd& s) {
  const Reference root = reference(s.q()) * sqrt(reference(Rational(s.r())));
  return s.has_logarithm() ? Reference(root * log(reference(Rational(s.k())))) : root;
}

struct Evaluated {
  Reference total = 0;
  Reference largest = 0;  // of the terms' magnitudes
  // 400 bits: the sums drawn here are nonzero only if they are far above this.
  bool vanishes() const { return abs(total) <= ldexp(largest, -330); }
};

Evaluated evaluate(const ExponentialSum& sum, const Surd& unit, const Integer& shift = 0) {
  Evaluated result;
  for (const auto& [s, c] : sum) {
    const Reference term = reference(c) * exp(reference(Rational(s - shift)) * value(unit));
    result.total += term;
    result.largest = std::max<Reference>(result.largest, abs(term));
  }
  return result;
}

ExponentialSum draw(test::Random& random, long terms) {
  ExponentialSum sum;
  for (long t = 0; t < terms; ++t) sum[random.between(-6, 6)] = random.small_rational();
  return sum;
}

// sum * (X^Q - b^P) with X = exp(unit), unit = P/Q log(b): zero, though no coefficient is.
ExponentialSum plant_zero(const ExponentialSum& sum, const Surd& unit) {
  const Integer p = numerator_of(unit.q());
  const auto times = static_cast<unsigned long>(abs(p));
  const Rational b_to(power(numerator_of(unit.k()), times), power(denominator_of(unit.k()), times));
  const Rational root = p < 0 ? Rational(1 / b_to) : b_to;
  ExponentialSum result;
  for (const auto& [s, c] : sum) {
    result[s + denominator_of(unit.q())] += c;
    result[s] -= c * root;
  }
  return result;
}

Surd draw_unit(test::Random& random) {
  Surd unit(random.small_rational());
  if (random.between(0, 2) == 0) unit = unit * Surd::square_root(random.between(1, 12));
  const Rational k = ratio(random.between(1, 9), random.coin() ? 1 : random.between(1, 9));
  if (random.between(0, 3) != 0) unit = unit * Surd::logarithm(k);
  // Some 20 units apart terms differ by less than 2^150, and 400 bits tell what is left where the large ones cancel.
  while (abs(value(unit)) > 5) unit = unit * Surd(ratio(1, 2));
  return unit;
}

Ordering expected_sign(const Evaluated& sum) {
  if (sum.vanishes()) return Ordering::equal;
  return sum.total < 0 ? Ordering::less : Ordering::greater;
}

}  // namespace

TEST_CASE("The zero test and the sign of random sums agree with MPFR", "[numeric]") {
  test::Random random(81);
  int zeros = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Surd unit = draw_unit(random);
    ExponentialSum sum = draw(random, random.between(0, 4));
    const bool logarithmic = unit.has_logarithm() && unit.r() == 1 && !unit.is_zero();
    if (logarithmic && random.coin()) sum = plant_zero(sum, unit);
    if (!sum.empty() && random.between(0, 3) == 0)
      sum.begin()->second += random.coin() ? Rational(0) : test::ten_to(-40);
    const Evaluated truth = evaluate(sum, unit);
    INFO("trial " << trial << " unit " << unit.to_string());
    REQUIRE(is_zero(sum, unit) == truth.vanishes());
    REQUIRE(sign_of(sum, unit) == expected_sign(truth));
    zeros += truth.vanishes() ? 1 : 0;
  }
  CHECK(zeros > 300);
}

TEST_CASE("Zeros and their neighbours that are written down beforehand", "[numeric]") {
  const Surd half_log4 = Surd(ratio(1, 4)) * Surd::logarithm(4);  // exp of it is 2^(1/2)
  CHECK(is_zero({{2, 1}, {0, -2}}, half_log4));
  CHECK(is_zero({{3, 1}, {1, -2}}, half_log4));
  CHECK(is_zero({{3, 1}, {2, 1}, {1, -2}, {0, -2}}, half_log4));  // two residues, each zero
  CHECK_FALSE(is_zero({{3, 1}, {2, 1}, {1, -1}, {0, -3}}, half_log4));
  CHECK_FALSE(is_zero({{2, 1}, {0, -2 - test::ten_to(-300)}}, half_log4));
  CHECK(sign_of({{2, 1}, {0, -2 - test::ten_to(-300)}}, half_log4) == Ordering::less);
  CHECK(sign_of({{2, 1}, {0, -2 + test::ten_to(-300)}}, half_log4) == Ordering::greater);
  CHECK(is_zero({{-2, 1}, {0, ratio(-1, 2)}}, half_log4));
  CHECK(is_zero({{5, 1}, {-7, 2}, {0, -3}}, Surd()));
  CHECK_FALSE(is_zero({{5, 1}, {-7, 2}, {0, -2}}, Surd()));
  CHECK(is_zero({}, Surd::logarithm(2)));
  CHECK(is_zero({{4, 0}, {9, 0}}, Surd::square_root(7)));
  CHECK_FALSE(is_zero({{1, 1}, {0, ratio(-14, 1)}}, Surd::square_root(7)));
  CHECK_FALSE(is_zero({{2, 1}, {0, -2}}, Surd::square_root(2) * half_log4));
  CHECK(is_zero({{1, 1}, {-1, -9}}, Surd::logarithm(3)));
  CHECK(is_zero({{3000, 1}, {0, -Rational(power(3, 3000))}}, Surd::logarithm(3)));
  CHECK(sign_of({{3000, 1}, {0, -Rational(power(3, 3000) - 1)}}, Surd::logarithm(3)) == Ordering::greater);
}

TEST_CASE("Powers of a fraction cancel where they do, however far apart they stand", "[numeric]") {
  const Surd unit = Surd::logarithm(ratio(3, 2));
  CHECK(is_zero({{1, 2}, {0, -3}}, unit));
  CHECK(is_zero({{2, 4}, {1, -6}, {0, 0}}, unit));
  CHECK(is_zero({{-1, 3}, {0, -2}}, unit));
  CHECK_FALSE(is_zero({{1, 2}, {0, -3 - test::ten_to(-300)}}, unit));
  CHECK(is_zero({{2, 4}, {0, -9}}, unit));
  CHECK(is_zero({{1, 4}, {0, -9}}, Surd(Rational(2)) * unit));
  // (3/2)^(1/2) is irrational.
  CHECK_FALSE(is_zero({{1, 2}, {0, -3}}, Surd(ratio(1, 2)) * unit));
  CHECK(is_zero({{3, 2}, {1, -3}, {2, 4}, {0, -6}}, Surd(ratio(1, 2)) * unit));
  const Rational high(power(3, 2000), power(2, 2000));
  CHECK(is_zero({{2000, 1}, {0, -high}}, unit));
  CHECK_FALSE(is_zero({{2001, 1}, {0, -high}}, unit));
  CHECK(is_zero({{2000, 1}, {1000, 1}, {0, -high - Rational(power(3, 1000), power(2, 1000))}}, unit));
  const Integer huge = Integer(1) << 64;
  CHECK_FALSE(is_zero({{huge, 1}, {0, -1}}, unit));
  CHECK_FALSE(is_zero({{huge, power(2, 90)}, {0, -1}}, unit));
  CHECK(is_zero({{huge + 1, 2}, {huge, -3}, {0, 2}, {-1, -3}}, unit));
  CHECK_FALSE(is_zero({{huge + 1, 2}, {huge, -3}, {0, 2}, {-1, -4}}, unit));
  // Close to 1: no step is too small.
  const Surd slow = Surd::logarithm(ratio(1000001, 1000000));
  CHECK(is_zero({{1, 1000000}, {0, -1000001}}, slow));
  CHECK_FALSE(is_zero({{1000000, 1}, {0, -2}}, slow));
}

TEST_CASE("Exponents beyond 64 bits are compared, not cut and not raised to", "[numeric]") {
  const Integer huge = Integer(1) << 64;
  const Surd unit = Surd::logarithm(2);
  // 2^(2^64) - 1 is not zero; its exponent modulo 2^64 is.
  CHECK_FALSE(is_zero({{huge, 1}, {0, -1}}, unit));
  CHECK(sign_of({{huge, 1}, {0, -1}}, unit) == Ordering::greater);
  CHECK_FALSE(is_zero({{huge + 1, 1}, {1, -1}, {0, 0}}, unit));
  CHECK_FALSE(is_zero({{-huge, 1}, {0, -1}}, unit));
  CHECK_FALSE(is_zero({{power(10, 40), 3}, {power(10, 20), -7}, {0, 5}}, unit));
  // Terms far above that cancel among themselves, and with them a zero at each end of a wide gap.
  CHECK(is_zero({{huge + 3, 1}, {huge, -8}, {0, -4}, {-2, 16}}, unit));
  CHECK_FALSE(is_zero({{huge + 3, 1}, {huge, -8}, {0, -4}, {-2, 15}}, unit));
  // The last step that a large coefficient still cancels, and the next one.
  CHECK(is_zero({{5000, 1}, {0, -Rational(power(2, 5000))}}, unit));
  CHECK_FALSE(is_zero({{5001, 1}, {0, -Rational(power(2, 5000))}}, unit));
}

}  // namespace attest::exponential_sum_test
