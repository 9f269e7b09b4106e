#include <fmt/format.h>

#include "algorithms/approximation/degree_bounds.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/poly/approximation_claims.hpp"
#include "numeric/decimal.hpp"
#include "tasks/rational_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

const Rational constant(22, 5);  // for Theta: proved in degree_bounds.hpp
constexpr long largest_gamma = 32;
constexpr unsigned long smallest_eps_bits = 160;

std::string short_text(const Interval& x) {
  const DecimalEnclosure d = decimal_enclosure(x);
  const auto cut = [](const std::string& text, std::size_t digits) {
    const auto e = text.find('e');
    return text.substr(0, std::min(e, digits + (text.front() == '-' ? 2 : 1))) + text.substr(e);
  };
  return cut(d.lower, 5);
}

Json bounds(const Interval& x) {
  const DecimalEnclosure d = decimal_enclosure(x);
  return {{"lower", d.lower}, {"upper", d.upper}};
}

Json bounds(const RelativeError& error) {
  return {{"lower", decimal_rounded_down(error.lower)},
          {"upper", decimal_rounded_up(error.upper)},
          {"at", to_string(error.worst)},
          {"cells", error.cells}};
}

// degree <= 22/5 F, as a proved comparison.
Ordering within(long degree, const DegreeFormula& formula) {
  const Interval bound = formula.value * Interval(constant, formula.value.precision());
  return compare(Interval(degree, formula.value.precision()), bound);
}

// A rational slightly below e^-gamma, by a factor of 1 - 2^-bits or so.
Rational just_below_decay(const Rational& gamma, unsigned long bits) {
  const Interval decay =
      exp(-Interval(gamma, 256)) * Interval(Rational(1 - Rational(1, power(2, bits))), 256);
  return Rational(decay.lower_double());
}

// Gamma and eps. Throws UsageError beyond what is searched.
std::pair<Rational, Rational> interval_and_error(const Parameters& parameters) {
  const Rational gamma = *rational_from_string(parameters.text("Gamma"));
  const Rational eps = *rational_from_string(parameters.text("eps"));
  if (gamma > largest_gamma)
    throw UsageError("Gamma", parameters.text("Gamma"), "a rational above 1, at most 32");
  if (eps * 10 >= 1 || eps * Rational(power(2, smallest_eps_bits)) < 1)
    throw UsageError("eps", parameters.text("eps"), "a rational below 1/10, at least 2^-160");
  return {gamma, eps};
}

class ExpPolynomialClaim : public WholeClaim {
 public:
  ExpPolynomialClaim() : WholeClaim(program_info("poly/exp-polynomial")) {}

  // One point of the interval: {"a": "1/2"}.
  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const auto [gamma, eps] = interval_and_error(parameters);
    const RationalInput input = RationalFields({{"a", {}, gamma}}).chosen(given, seed);
    const Rational a = input.entries("a").front();
    const CertifiedPolynomial best = least_polynomial(gamma, eps);
    const Rational value = best.polynomial(a);
    RunResult result(input.json());
    Json coefficients = Json::array();
    for (const Rational& c : best.polynomial.coefficients) coefficients.push_back(to_string(c));
    result.steps["degree"] = best.polynomial.degree();
    result.steps["coefficients"] = coefficients;
    for (Precision precision = 256;; precision *= 2) {
      const Interval power = exp(Interval(a, precision));
      const Interval error = abs(Interval(value, precision) - power) / power;
      const Ordering order = compare(error, eps);
      if (order == Ordering::undecided && precision < 8192) continue;
      result.steps["relative error"] = bounds_json(error);
      result.value("P(a), relative error below eps", exact_json(value), bounds_json(power),
                   order == Ordering::undecided ? std::nullopt : std::optional(order == Ordering::less));
      return result.to_json();
    }
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions&, Verdict& verdict) const override {
    const auto [gamma, eps] = interval_and_error(parameters);
    const DegreeFormula formula = printed_degree_formula(gamma, eps);
    const CertifiedPolynomial best = least_polynomial(gamma, eps);
    const CertifiedPolynomial chebyshev = least_chebyshev(gamma, eps);
    const CertifiedPolynomial taylor = least_taylor(gamma, eps);

    verdict.checks.push_back(approximation(best));
    verdict.checks.push_back(degree(best, taylor, formula));
    verdict.checks.push_back(least_degree(best));
    verdict.checks.push_back(formula_defined(formula));
    // Only where e^-Gamma < 1/10 does the pole lie within the lemma's range.
    if (const Rational near = just_below_decay(gamma, 20); near * 10 < 1)
      verdict.checks.push_back(theta(gamma, near));
    const Integer cells = best.error.cells;
    verdict.inputs = {cells, cells, cells, 0};

    Json coefficients = Json::array();
    for (const Rational& c : best.polynomial.coefficients) coefficients.push_back(to_string(c));
    verdict.details = {
        {"degree", best.polynomial.degree()},
        {"degree_is_least", best.least},
        {"chebyshev_degree", chebyshev.polynomial.degree()},
        {"taylor_degree", taylor.polynomial.degree()},
        {"formula", bounds(formula.value)},
        {"degree_over_formula", bounds(Interval(best.polynomial.degree(), 256) / formula.value)},
        {"relative_error", bounds(best.error)},
        {"chebyshev_relative_error", bounds(chebyshev.error)},
        {"taylor_relative_error", bounds(taylor.error)},
        {"coefficients", std::move(coefficients)}};
    verdict.details["choices"] = {
        "log is the natural logarithm (the inner one is taken of a quotient, so its base matters)",
        "Theta is read as: a polynomial of some degree of at most 22/5 times the formula exists"};
  }

 private:
  static Check approximation(const CertifiedPolynomial& best) {
    if (!best.certified)
      return undecided("approximation",
                       fmt::format("degree {} could not be certified", best.polynomial.degree()));
    return holds(
        "approximation", Evidence::cover,
        fmt::format(
            "degree {}: the relative error is at most {} < eps on the {} cells that are [-Gamma, Gamma], and "
            "{} is attained at a = {}",
            best.polynomial.degree(), decimal_rounded_up(best.error.upper), best.error.cells,
            decimal_rounded_down(best.error.lower), decimal_enclosure(Interval(best.error.worst, 64)).lower));
  }

  static Check degree(const CertifiedPolynomial& best, const CertifiedPolynomial& taylor,
                      const DegreeFormula& formula) {
    const std::string text =
        fmt::format("the formula is {}; degree {} suffices, Taylor's polynomial needs {}",
                    short_text(formula.value), best.polynomial.degree(), taylor.polynomial.degree());
    if (!best.certified || !taylor.certified) return undecided("degree", text);
    const Ordering of_best = within(best.polynomial.degree(), formula);
    const Ordering of_taylor = within(taylor.polynomial.degree(), formula);
    if (of_best == Ordering::greater || of_taylor == Ordering::greater)
      return refuted(Kind::constant, "degree", text + ": more than 22/5 of it");
    if (of_best == Ordering::undecided || of_taylor == Ordering::undecided) return undecided("degree", text);
    return holds("degree", Evidence::symbolic, text);
  }

  static Check least_degree(const CertifiedPolynomial& best) {
    const long degree = best.polynomial.degree();
    if (!best.least)
      return informative(
          undecided("least-degree", fmt::format("degree {} is not proved to be too small", degree - 1)));
    if (!best.error_below)
      return informative(holds("least-degree", Evidence::symbolic, "no degree is smaller"));
    return informative(
        holds("least-degree", Evidence::symbolic,
              fmt::format("every polynomial of degree {} has a relative error of at least {} somewhere",
                          degree - 1, decimal_rounded_down(*best.error_below))));
  }

  static Check formula_defined(const DegreeFormula& formula) {
    if (formula.inner_sign == Ordering::greater)
      return informative(holds("inner-logarithm", Evidence::symbolic, "log(log(1/eps)/Gamma) is positive"));
    if (formula.inner_sign == Ordering::less) {
      return informative(
          refuted(Kind::display, "inner-logarithm",
                  "log(1/eps) < Gamma: log(log(1/eps)/Gamma) is negative, and so is the first entry of the "
                  "maximum"));
    }
    return informative(undecided("inner-logarithm", "log(1/eps) and Gamma could not be told apart"));
  }

  // Near eps = e^-Gamma the formula has a pole and the least degree has none.
  static Check theta(const Rational& gamma, const Rational& near) {
    const DegreeFormula formula = printed_degree_formula(gamma, near);
    const CertifiedPolynomial best = least_polynomial(gamma, near);
    const Ordering order = compare(formula.value, Rational(1000 * (best.polynomial.degree() + 1)));
    const std::string text =
        fmt::format("with eps just below e^-Gamma the formula is {} and degree {} suffices",
                    short_text(formula.value), best.polynomial.degree());
    if (order == Ordering::greater) {
      return informative(refuted(Kind::constant, "two-sided",
                                 "as the least degree up to constants, Theta fails: " + text +
                                     "; the formula grows without bound as log(1/eps) falls to Gamma"));
    }
    return informative(undecided("two-sided", text));
  }
};

}  // namespace

std::unique_ptr<Claim> poly_exp_polynomial_claim() {
  return std::make_unique<ExpPolynomialClaim>();
}

}  // namespace attest
