#include "numeric/surd.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/numeric/exact.hpp"

namespace attest::surd_test {

using test::ratio;
using test::reference;
using test::Reference;

namespace {

// q sqrt(r) log(k) as it was asked for, beside its value by MPFR; k = 1 stands for no logarithm.
struct Asked {
  Surd surd;
  Reference value;
  std::string text;
};

Asked ask(const Rational& q, const Rational& r, const Rational& k) {
  Surd surd = Surd(q) * Surd::square_root(r);
  Reference value = reference(q) * sqrt(reference(r));
  if (k != 1) {
    surd = surd * Surd::logarithm(k);
    value *= log(reference(k));
  }
  return {surd, value, to_string(q) + " sqrt(" + to_string(r) + ") log(" + to_string(k) + ")"};
}

// By the values alone: 400 bits are far more than these numbers need to differ, so the same to 350 bits is
// taken for equal.
Ordering by_value(const Reference& a, const Reference& b) {
  const Reference difference = a - b;
  const Reference scale = std::max<Reference>(abs(a), abs(b));
  if (abs(difference) <= ldexp(scale, -350)) return Ordering::equal;
  return difference < 0 ? Ordering::less : Ordering::greater;
}

void check_pair(const Asked& a, const Asked& b) {
  const Ordering expected = by_value(a.value, b.value);
  if (compare(a.surd, b.surd) != expected || (a.surd == b.surd) != (expected == Ordering::equal)) {
    FAIL(a.text << " against " << b.text);
  }
}

// The canonical form, checked by trial.
bool is_canonical(const Surd& s) {
  if (s.is_zero()) return s.r() == 1 && s.k() == 1;
  for (Integer d = 2; d * d <= s.r(); ++d) {
    if (s.r() % (d * d) == 0) return false;
  }
  // a^e / b^e in lowest terms
  const Integer above = numerator_of(s.k());
  const Integer below = denominator_of(s.k());
  for (Integer a = 2; a * a <= above; ++a) {
    for (unsigned long e = 2; power(a, e) <= above; ++e) {
      for (Integer b = 1; power(a, e) == above && power(b, e) <= below; ++b) {
        if (power(b, e) == below) return false;
      }
    }
  }
  return s.r() >= 1 && s.k() >= 1;
}

}  // namespace

TEST_CASE("All small surds are canonical, enclosed and in the order of their values", "[numeric]") {
  std::vector<Asked> all;
  for (long p = -3; p <= 3; ++p) {
    for (long d = 1; d <= 3; ++d) {
      for (long r = 0; r <= 20; ++r) {
        for (long k = 1; k <= 16; ++k) all.push_back(ask(ratio(p, d), ratio(r, 1 + (r * k) % 3), k));
      }
    }
  }
  for (const auto& [surd, value, text] : all) {
    if (!is_canonical(surd) || !test::agrees(surd.enclosure(128), value)) FAIL(text);
    if (surd.sign() != (value > 0) - (value < 0) || surd.is_zero() != (value == 0)) FAIL(text);
  }
  std::sort(all.begin(), all.end(), [](const Asked& a, const Asked& b) { return a.value < b.value; });
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    check_pair(all[i], all[i + 1]);
    check_pair(all[i + 1], all[i]);
  }
  test::Random random(61);
  const auto last = static_cast<long>(all.size()) - 1;
  for (int trial = 0; trial < 5000; ++trial)
    check_pair(all[random.between(0, last)], all[random.between(0, last)]);
}

TEST_CASE("Random surds and their nearest rivals are told apart", "[numeric]") {
  test::Random random(62);
  const long most = 1L << 61;
  const auto draw = [&] {
    const Rational q =
        random.coin() ? ratio(random.between(-most, most), random.between(1, most)) : random.small_rational();
    return ask(q, ratio(random.between(1, 999), random.between(1, 99)), random.between(1, 70));
  };
  for (int trial = 0; trial < 1500; ++trial) {
    const Asked a = draw();
    check_pair(a, draw());
    Reference rounded = a.value;  // a rational number within a relative 2^-240
    mpfr_prec_round(rounded.backend().data(), 240, MPFR_RNDN);
    Rational rival;
    mpfr_get_q(rival.backend().data(), rounded.backend().data());
    check_pair(a, ask(rival, 1, 1));
    check_pair(ask(rival, 1, 1), a);
  }
}

TEST_CASE("Logarithms of fractions are canonical, enclosed and in the order of their values", "[numeric]") {
  std::vector<Asked> all;
  for (long p = 1; p <= 16; ++p) {
    for (long d = 1; d <= 9; ++d) {
      for (const Rational& q : {ratio(1, 1), ratio(-2, 3), ratio(1, 2)})
        all.push_back(ask(q, 1, ratio(p, d)));
    }
  }
  for (const auto& [surd, value, text] : all) {
    if (!is_canonical(surd) || !test::agrees(surd.enclosure(128), value)) FAIL(text);
    if (surd.sign() != (value > 0) - (value < 0) || surd.is_zero() != (value == 0)) FAIL(text);
  }
  for (const Asked& a : all) {
    for (const Asked& b : all) check_pair(a, b);
  }
  CHECK(Surd::logarithm(ratio(4, 9)).to_string() == "-2*log(3/2)");
  CHECK(Surd::logarithm(ratio(8, 9)).to_string() == "-1*log(9/8)");
  CHECK_THROWS_AS(Surd::logarithm(0), std::domain_error);
  CHECK_THROWS_AS(Surd::logarithm(ratio(-3, 2)), std::domain_error);
}

TEST_CASE("Different spellings of one number are one surd", "[numeric]") {
  CHECK(Surd(Rational(1, 2)) * Surd::logarithm(ratio(9, 4)) == Surd::logarithm(ratio(3, 2)));
  CHECK(Surd::logarithm(ratio(1, 8)) == Surd(Rational(-3)) * Surd::logarithm(2));
  for (long k = 2; k <= 12; ++k) {
    for (unsigned long e = 1; e <= 12; ++e) {
      CHECK(Surd::logarithm(power(k, e)) == Surd(Rational(e)) * Surd::logarithm(k));
      const Rational r = ratio(k, 7);
      CHECK(Surd(Rational(e)) * Surd::square_root(r) == Surd::square_root(r * Rational(e * e)));
    }
  }
}

}  // namespace attest::surd_test
