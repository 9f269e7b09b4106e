#include <catch2/catch.hpp>

#include "algorithms/approximation/degree_bounds.hpp"
#include "claims/parameters.hpp"
#include "claims/usage_error.hpp"
#include "constructions/poly/approximation_claims.hpp"

namespace attest::exp_polynomial_test {

namespace {

Rational ratio(long p, long q) {
  return Rational(Integer(p), Integer(q));
}

Rational power_of_ten(int exponent) {
  return Rational(Integer(1), power(Integer(10), static_cast<unsigned long>(exponent)));
}

// |P(a) e^-a - 1| from the exact value of P(a).
Interval direct_error(const ExpPolynomial& p, const Rational& a) {
  return abs(Interval(p(a), 512) * exp(-Interval(a, 512)) - Interval(1L, 512));
}

}  // namespace

TEST_CASE("The enclosure of a polynomial's relative error holds at every sampled point and is tight",
          "[approximation]") {
  for (const Rational& range : {ratio(1, 2), ratio(1, 1), ratio(5, 2), ratio(7, 1)}) {
    for (const long degree : {0L, 1L, 3L, 8L}) {
      for (const ExpPolynomial& p :
           {taylor_polynomial(range, degree), chebyshev_polynomial(range, degree, ratio(1, 1000)),
            best_polynomial(range, degree, power_of_ten(12))}) {
        const RelativeError error = relative_error(p, ratio(1, 1000), power_of_ten(12));
        INFO(to_string(range) << " degree " << degree);
        REQUIRE(compare(error.lower * Interval(ratio(1002, 1000), 256), error.upper) == Ordering::greater);
        REQUIRE(compare(abs(error.lower - direct_error(p, error.worst)), power_of_ten(25)) == Ordering::less);
        for (long i = -150; i <= 150; ++i) {
          const Rational a = range * ratio(i, 150);
          REQUIRE(compare(direct_error(p, a), error.upper) != Ordering::greater);
        }
      }
    }
  }
}

TEST_CASE("Every cell is counted and the cells cover the interval", "[approximation]") {
  // Halving a cell adds one; there are 2 (degree + 1) + floor(range) + 1 to begin with.
  const RelativeError error = relative_error(taylor_polynomial(Rational(2), 4), Rational(1000), ratio(1, 10));
  REQUIRE(error.cells == 13);
}

TEST_CASE("The best constant has relative error tanh(range)", "[approximation]") {
  for (const Rational& range : {ratio(1, 3), ratio(1, 1), ratio(4, 1)}) {
    std::vector<Rational> points;
    best_polynomial(range, 0, power_of_ten(20), &points);
    const Interval e = exp(Interval(Rational(2 * range), 256));
    const Interval tanh = (e - Interval(1L, 256)) / (e + Interval(1L, 256));
    REQUIRE(points.size() == 2);
    REQUIRE(compare(abs(error_of_every_polynomial(points, 256) - tanh), power_of_ten(15)) == Ordering::less);
  }
}

TEST_CASE("The least relative errors agree with an exchange written independently in mpmath",
          "[approximation]") {
  // range, degree, least error to five digits.
  struct Pin {
    long range;
    long degree;
    double error;
  };
  for (const Pin& pin : {Pin{1, 5, 4.2093e-5}, Pin{3, 5, 2.3959e-2}, Pin{4, 13, 2.926e-7}}) {
    std::vector<Rational> points;
    const ExpPolynomial p = best_polynomial(Rational(pin.range), pin.degree, power_of_ten(30), &points);
    const double level =
        error_of_every_polynomial(points, working_precision(p.range, pin.degree, power_of_ten(30)))
            .middle_double();
    REQUIRE(level == Approx(pin.error).epsilon(2e-3));
    REQUIRE(relative_error(p, ratio(1, 4096), power_of_ten(20)).upper.upper_double() ==
            Approx(pin.error).epsilon(1e-3));
  }
}

TEST_CASE("No polynomial beats the bound for every polynomial", "[approximation]") {
  for (const Rational& range : {ratio(1, 1), ratio(3, 1)}) {
    for (long degree = 0; degree <= 9; ++degree) {
      std::vector<Rational> points;
      best_polynomial(range, degree, power_of_ten(20), &points);
      const Interval bound = error_of_every_polynomial(points, 512);
      for (const ExpPolynomial& p :
           {taylor_polynomial(range, degree), chebyshev_polynomial(range, degree, power_of_ten(20)),
            best_polynomial(range, degree, power_of_ten(20))}) {
        REQUIRE(compare(relative_error(p, ratio(1, 4096), power_of_ten(20)).upper, bound) != Ordering::less);
      }
    }
  }
  REQUIRE_THROWS_AS(error_of_every_polynomial({Rational(1), Rational(0), Rational(1)}, 64),
                    std::invalid_argument);
}

TEST_CASE("The closed formula brackets the proved least degree", "[approximation]") {
  for (const Rational& range : {ratio(1, 4), ratio(3, 2), ratio(4, 1)}) {
    for (const int digits : {1, 3, 12}) {
      const Rational eps = power_of_ten(digits);
      const DegreeBracket bracket = degree_bracket(range, log(Interval(Rational(1 / eps), 256)));
      const CertifiedPolynomial best = least_polynomial(range, eps);
      INFO(to_string(range) << " " << digits);
      REQUIRE(best.certified);
      REQUIRE(best.least);
      REQUIRE(best.polynomial.degree() >= bracket.least);
      REQUIRE(best.polynomial.degree() <= bracket.sufficient);
      REQUIRE(least_chebyshev(range, eps).polynomial.degree() >= best.polynomial.degree());
      REQUIRE(least_taylor(range, eps).polynomial.degree() >=
              least_chebyshev(range, eps).polynomial.degree());
    }
  }
}

TEST_CASE("A coefficient that is changed by more than the slack is caught", "[approximation]") {
  const Rational eps = power_of_ten(3);
  const CertifiedPolynomial best = least_polynomial(Rational(2), eps);
  for (std::size_t k = 0; k < best.polynomial.coefficients.size(); ++k) {
    // The last digit: coefficients are multiples of 1/denominator.
    const Rational digit(Integer(1), denominator_of(best.polynomial.coefficients[k]));
    bool caught = false;
    for (Integer steps = 1; !caught; steps *= 8) {
      ExpPolynomial planted = best.polynomial;
      planted.coefficients[k] += digit * Rational(steps);
      RelativeError error;
      const Status status = relative_error_below(planted, eps, error);
      REQUIRE(status != Status::undecided);
      caught = status == Status::refuted;
      // Both verdicts against the exact value: at the witness, or at many points.
      if (caught) {
        REQUIRE(compare(direct_error(planted, error.worst), eps) == Ordering::greater);
      } else {
        for (long i = -20; i <= 20; ++i)
          REQUIRE(compare(direct_error(planted, ratio(i, 10)), eps) == Ordering::less);
      }
    }
  }
  ExpPolynomial shorter = best.polynomial;
  shorter.coefficients.pop_back();
  RelativeError error;
  REQUIRE(relative_error_below(shorter, eps, error) == Status::refuted);
}

TEST_CASE("The formula of Lemma C.1 has its pole at log(1/eps) = Gamma", "[approximation]") {
  REQUIRE(printed_degree_formula(Rational(3), ratio(1, 20)).inner_sign == Ordering::less);
  REQUIRE(printed_degree_formula(Rational(3), ratio(1, 20)).value.contains(Rational(3)));
  REQUIRE(printed_degree_formula(Rational(3), ratio(1, 21)).inner_sign == Ordering::greater);
  REQUIRE(printed_degree_formula(Rational(3), ratio(1, 21)).value.lower_double() > 206);
}

TEST_CASE("poly/exp-polynomial refuses what the lemma excludes", "[approximation]") {
  const auto claim = poly_exp_polynomial_claim();
  const auto verify = [&](const std::vector<std::string>& words) {
    return claim->verify(Variant::printed, parse_parameters(claim->info().parameters, words), {});
  };
  REQUIRE_THROWS_AS(verify({"Gamma=1", "eps=1/20"}), UsageError);
  REQUIRE_THROWS_AS(verify({"Gamma=33", "eps=1/20"}), UsageError);
  REQUIRE_THROWS_AS(verify({"Gamma=2", "eps=1/10"}), UsageError);
  REQUIRE_THROWS_AS(verify({"Gamma=2", "eps=0"}), UsageError);
  REQUIRE_THROWS_AS(verify({"Gamma=2"}), UsageError);
  const Verdict verdict = verify({"Gamma=2", "eps=1/20"});
  REQUIRE(verdict.status == Status::holds);
  REQUIRE(verdict.details["degree"] == 4);
  REQUIRE(verdict.details["taylor_degree"] == 7);
}

}  // namespace attest::exp_polynomial_test
