#include <catch2/catch.hpp>

#include "numeric/exponential_sum.hpp"
#include "tests/numeric/exact.hpp"

namespace attest::exponential_quotient_test {

using test::ratio;
using test::reference;
using test::Reference;

namespace {

Surd draw_unit(test::Random& random) {
  Surd unit = Surd(random.small_rational()) * Surd::square_root(random.between(1, 9));
  return random.coin() ? unit : unit * Surd::logarithm(random.between(2, 9));
}

ExponentialSum draw(test::Random& random, bool positive) {
  ExponentialSum sum;
  const long terms = random.between(1, 5);
  for (long t = 0; t < terms; ++t) {
    const Rational c = random.small_rational();
    sum[random.between(-20, 20)] = positive ? Rational(test::magnitude(c) + ratio(1, 9)) : c;
  }
  return sum;
}

Reference evaluate(const ExponentialSum& sum, const Surd& unit, const Integer& shift) {
  Reference step = reference(unit.q()) * sqrt(reference(Rational(unit.r())));
  if (unit.has_logarithm()) step *= log(reference(Rational(unit.k())));
  Reference total = 0;
  for (const auto& [s, c] : sum) total += reference(c) * exp(reference(Rational(s - shift)) * step);
  return total;
}

}  // namespace

TEST_CASE("The enclosure of a shifted sum agrees with MPFR", "[numeric]") {
  test::Random random(91);
  for (int trial = 0; trial < 1000; ++trial) {
    const Surd unit = draw_unit(random);
    const ExponentialSum sum = draw(random, true);  // nothing cancels: 350 bits of the reference are right
    const Integer shift = random.between(-30, 30);
    const Precision precision = random.between(10, 250);
    INFO("trial " << trial << " unit " << unit.to_string() << " shift " << shift);
    const Interval enclosure = enclose(sum, unit, shift, precision);
    REQUIRE(test::agrees(enclosure, evaluate(sum, unit, shift)));
    REQUIRE(enclosure.precision() == precision);
    REQUIRE(arb_rel_accuracy_bits(enclosure.ball()) >= precision - 20);
  }
  CHECK(compare(enclose({}, Surd(Rational(1)), 0, 64), Rational(0)) == Ordering::equal);
}

TEST_CASE("A quotient agrees with MPFR in as many bits as were asked for", "[numeric]") {
  test::Random random(92);
  for (int trial = 0; trial < 1000; ++trial) {
    const Surd unit = draw_unit(random);
    const ExponentialSum denominator = draw(random, true);
    const ExponentialSum numerator = draw(random, random.coin());
    const long bits = random.between(10, 200);
    INFO("trial " << trial << " unit " << unit.to_string() << " bits " << bits);
    const Interval result = quotient(numerator, denominator, unit, bits);
    if (is_zero(numerator, unit)) {
      REQUIRE(compare(result, Rational(0)) == Ordering::equal);
      continue;
    }
    REQUIRE(arb_rel_accuracy_bits(result.ball()) >= bits);
    // At most 200 bits were asked for: the reference can lose 150 to cancellation and still judge them.
    const Reference truth = evaluate(numerator, unit, 0) / evaluate(denominator, unit, 0);
    REQUIRE(test::agrees(result, truth));
  }
}

TEST_CASE("A quotient of proportional sums is their ratio", "[numeric]") {
  test::Random random(93);
  for (int trial = 0; trial < 300; ++trial) {
    const Surd unit = draw_unit(random);
    const ExponentialSum denominator = draw(random, true);
    const Rational factor = random.rational();
    ExponentialSum numerator;
    for (const auto& [s, c] : denominator) numerator[s] = c * factor;
    INFO(to_string(factor));
    REQUIRE(quotient(numerator, denominator, unit, 60).contains(factor));
  }
}

TEST_CASE("Exponents far beyond the doubles do no harm", "[numeric]") {
  const Surd unit = Surd::square_root(7);
  const ExponentialSum small_over_large{{-100000, 1}};
  for (const Rational& q : {Rational(1), Rational(-1)}) {
    const Surd step = Surd(q) * unit;
    const Interval tiny =
        quotient(small_over_large, {{0, 1}, {Integer(q < 0 ? -100000 : 100000), 1}}, step, 54);
    CHECK(compare(tiny, Rational(0)) == Ordering::greater);
    CHECK(arb_rel_accuracy_bits(tiny.ball()) >= 54);
    CHECK(sign_of({{-100000, -1}, {100000, ratio(1, 1000)}}, step) ==
          (q < 0 ? Ordering::less : Ordering::greater));
  }
}

TEST_CASE("A numerator that cancels to a zero gives exactly zero", "[numeric]") {
  const Surd log2 = Surd::logarithm(2);
  const Interval zero = quotient({{1, 1}, {0, -2}}, {{0, 1}}, log2, 100);
  CHECK(compare(zero, Rational(0)) == Ordering::equal);
  // Beside that zero the bits asked for are still found.
  const Rational rest = test::ten_to(-900);
  CHECK(quotient({{1, 1}, {0, rest - 2}}, {{0, 1}}, log2, 100).contains(rest));
  CHECK(arb_rel_accuracy_bits(quotient({{1, 1}, {0, rest - 2}}, {{0, 1}}, log2, 100).ball()) >= 100);
  for (long digits = 1; digits <= 120; ++digits) {  // accuracy just missed at one precision or another
    const Interval result = quotient({{1, 1}, {0, test::ten_to(-digits) - 2}}, {{0, 1}}, log2, 100);
    if (arb_rel_accuracy_bits(result.ball()) < 100) FAIL(digits);
  }
  CHECK_THROWS_AS(quotient({{1, 1}, {0, test::ten_to(-9000) - 2}}, {{0, 1}}, log2, 100), std::runtime_error);
  CHECK(sign_of({{1, 1}, {0, test::ten_to(-9000) - 2}}, log2) == Ordering::undecided);
}

}  // namespace attest::exponential_quotient_test
