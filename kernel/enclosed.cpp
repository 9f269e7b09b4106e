#include "kernel/enclosed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "numeric/integer.hpp"
#include "verification/proof/refusal.hpp"

namespace attest::theorems::coq {

using proof::Laurent;
using proof::Refusal;

namespace {

constexpr long root_denominator = 1000;
constexpr long most_steps = 4096;

Laurent at(const Laurent& value, const Laurent& size) {
  std::map<std::string, Laurent> replacement;
  for (const std::string& name : value.variables()) replacement.emplace(name, size);
  return value.substitute(replacement);
}

Rational power_of(const Rational& base, long exponent) {
  Rational result = 1;
  for (long k = 0; k < exponent; ++k) result *= base;
  return result;
}

Integer floor_integer(const Rational& value) {  // of value >= 0
  return numerator_of(value) / denominator_of(value);
}

Integer value_at(const Laurent& value, const Integer& size) {
  return numerator_of(*at(value, Laurent(Rational(size))).constant());
}

}  // namespace

Rational root_below(const Rational& square) {
  Rational scaled = square * root_denominator * root_denominator;
  const Integer root = sqrt(floor_integer(scaled));
  if (root == 0) throw Refusal("coq", "the scale is below 1/1000; this is not exported so far");
  return Rational(root, Integer(root_denominator));
}

Rational root_above(const Rational& square) {
  const Rational below = root_below(square);
  return below * below == square ? below : Rational(below + Rational(1, root_denominator));
}

std::string fraction_text(const Rational& value) {
  if (denominator_of(value) == 1) return numerator_of(value).str();
  return fmt::format("({} / {})", numerator_of(value).str(), denominator_of(value).str());
}

std::string coefficients_text(const Laurent& value, const Integer& from) {
  const std::string offset = "x";
  const Laurent shifted = at(value, Laurent::variable(offset) + Laurent(Rational(from)));
  std::vector<std::string> coefficients;
  for (long k = 0; k <= shifted.degree(offset); ++k) {
    const auto c = shifted.coefficient(offset, k).constant();
    if (!c || *c < 0 || denominator_of(*c) != 1)
      throw Refusal("coq",
                    fmt::format("{} is not shown to be positive by its coefficients", value.to_string()));
    coefficients.push_back(numerator_of(*c).str());
  }
  return fmt::format("[{}]", fmt::join(coefficients, "; "));
}

Enclosed enclosed_power(const Rational& c, const Rational& d) {
  Enclosed result;
  result.den = 1000000;
  while (d > result.steps) result.steps *= 2;
  const Rational below = power_of(Rational(1 - Rational(d / result.steps)), result.steps);
  const Rational above = 1 / power_of(Rational(1 + Rational(c / result.steps)), result.steps);
  result.low = floor_integer(Rational(below * result.den));
  result.high = floor_integer(Rational(above * result.den)) + 1;
  return result;
}

Falls falls_from(const Laurent& factor, const Laurent& weight, const Rational& scale_squared,
                 const Integer& corner) {
  Falls result;
  result.low = root_below(scale_squared);
  const Laurent a = Laurent(Rational(numerator_of(result.low)));
  const Laurent b = Laurent(Rational(denominator_of(result.low)));
  std::set<std::string> size = weight.variables();
  size.merge(factor.variables());
  if (size.empty())
    throw Refusal("coq", "a bound that does not depend on the size; this is not exported so far");
  const Laurent next = Laurent::variable(*size.begin()) + Laurent(1);
  const Laurent growth = at(weight, next) - weight;
  result.factor = coefficients_text(factor, corner);
  result.growth = coefficients_text(growth, corner);
  result.step = coefficients_text(factor * (b + a * growth) - b * at(factor, next), corner);
  result.factor_value = value_at(factor, corner);
  result.weight_value = value_at(weight, corner);
  result.den = 2 * result.factor_value + 1;
  const Rational rate = result.low * result.weight_value;
  while (power_of(Rational(1 + Rational(rate / result.steps)), result.steps) < result.den) {
    if (result.steps >= most_steps)
      throw Refusal("coq", "the bound is too close to 1/2 for the exported proof");
    result.steps *= 2;
  }
  return result;
}

}  // namespace attest::theorems::coq
