#include "verification/proof/laurent.hpp"

#include <algorithm>
#include <stdexcept>

#include "verification/proof/refusal.hpp"

namespace attest::proof {

namespace {

// Texts are anybody's: what grows beyond this is refused before it is multiplied out.
constexpr std::size_t most_products = 100'000;
constexpr long largest_exponent = 256;
constexpr std::size_t most_bits = 20'000;

std::size_t bits_of(const Integer& value) {
  return value == 0 ? 0 : msb(abs(value)) + 1;
}

std::size_t largest_bits(const Laurent& value) {
  std::size_t bits = 0;
  for (const auto& [monomial, coefficient] : value.terms())
    bits = std::max({bits, bits_of(numerator_of(coefficient)), bits_of(denominator_of(coefficient))});
  return bits;
}

Laurent::Monomial product(const Laurent::Monomial& a, const Laurent::Monomial& b, long sign = 1) {
  Laurent::Monomial result = a;
  for (const auto& [name, exponent] : b) {
    const long sum = result[name] += sign * exponent;
    if (sum == 0) result.erase(name);
  }
  return result;
}

// Whether the first variable, by name, in which they differ has the smaller exponent in the first one: an order that products keep, so that
// the largest terms of two sums multiply to the largest one of the product.
bool is_before(const Laurent::Monomial& a, const Laurent::Monomial& b) {
  const Laurent::Monomial ratio = product(a, b, -1);
  return !ratio.empty() && ratio.begin()->second < 0;
}

// "3*n^2/m" of 3, {n: 2, m: -1}; the coefficient is positive.
std::string term_text(const Rational& coefficient, const Laurent::Monomial& monomial) {
  std::string above;
  std::string below;
  const auto times = [](std::string& text, const std::string& factor) {
    text += (text.empty() ? "" : "*") + factor;
  };
  const auto power_text = [](const std::string& name, long exponent) {
    return exponent == 1 ? name : name + "^" + std::to_string(exponent);
  };
  if (numerator_of(coefficient) != 1) times(above, attest::to_string(numerator_of(coefficient)));
  if (denominator_of(coefficient) != 1) times(below, attest::to_string(denominator_of(coefficient)));
  long factors_below = below.empty() ? 0 : 1;
  for (const auto& [name, exponent] : monomial) {
    if (exponent > 0) times(above, power_text(name, exponent));
    if (exponent < 0) {
      times(below, power_text(name, -exponent));
      ++factors_below;
    }
  }
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return above + "/" + (factors_below > 1 ? "(" + below + ")" : below);
}

}  // namespace

Laurent::Laurent(const Rational& constant) {
  add({}, constant);
}

Laurent Laurent::variable(const std::string& name) {
  Laurent result;
  result.add({{name, 1}}, 1);
  return result;
}

void Laurent::add(const Monomial& monomial, const Rational& coefficient) {
  if (coefficient == 0) return;
  const auto [at, fresh] = terms_.emplace(monomial, coefficient);
  if (fresh) return;
  at->second += coefficient;
  if (at->second == 0) terms_.erase(at);
}

std::optional<Rational> Laurent::constant() const {
  if (terms_.empty()) return Rational(0);
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return std::nullopt;
}

std::set<std::string> Laurent::variables() const {
  std::set<std::string> result;
  for (const auto& [monomial, coefficient] : terms_) {
    for (const auto& [name, exponent] : monomial) result.insert(name);
  }
  return result;
}

bool Laurent::has(const std::string& variable) const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [&](const auto& term) { return term.first.contains(variable); });
}

Laurent Laurent::coefficient(const std::string& variable, long exponent) const {
  Laurent result;
  for (const auto& [monomial, coefficient] : terms_) {
    const auto at = monomial.find(variable);
    if ((at == monomial.end() ? 0 : at->second) != exponent) continue;
    Monomial rest = monomial;
    rest.erase(variable);
    result.add(rest, coefficient);
  }
  return result;
}

long Laurent::degree(const std::string& variable) const {
  long result = 0;
  for (const auto& [monomial, coefficient] : terms_) {
    if (const auto at = monomial.find(variable); at != monomial.end()) result = std::max(result, at->second);
  }
  return result;
}

bool Laurent::divides_by(const std::string& variable) const {
  return std::any_of(terms_.begin(), terms_.end(), [&](const auto& term) {
    const auto at = term.first.find(variable);
    return at != term.first.end() && at->second < 0;
  });
}

Laurent operator+(const Laurent& a, const Laurent& b) {
  Laurent result = a;
  for (const auto& [monomial, coefficient] : b.terms_) result.add(monomial, coefficient);
  return result;
}

Laurent operator-(const Laurent& a, const Laurent& b) {
  return a + -b;
}

Laurent operator*(const Laurent& a, const Laurent& b) {
  if (a.terms_.size() * b.terms_.size() > most_products || largest_bits(a) + largest_bits(b) > most_bits)
    throw Refusal("size", "a product that is too long to be multiplied out");
  Laurent result;
  for (const auto& [m, c] : a.terms_) {
    for (const auto& [k, d] : b.terms_) result.add(product(m, k), c * d);
  }
  return result;
}

Laurent operator-(const Laurent& a) {
  Laurent result = a;
  for (auto& [monomial, coefficient] : result.terms_) coefficient = -coefficient;
  return result;
}

Laurent power(const Laurent& base, long exponent) {
  if (exponent < 0) throw std::invalid_argument("a negative power");
  if (exponent > largest_exponent) throw Refusal("size", "an exponent above 256");
  Laurent result(1);
  for (long k = 0; k < exponent; ++k) result = result * base;
  return result;
}

Laurent Laurent::substitute(const std::map<std::string, Laurent>& replacements) const {
  Laurent result;
  for (const auto& [monomial, coefficient] : terms_) {
    Laurent product_of(coefficient);
    for (const auto& [name, exponent] : monomial) {
      const auto by = replacements.find(name);
      Laurent factor = by == replacements.end() ? variable(name) : by->second;
      if (exponent < 0) {
        const auto inverted = factor.inverse();
        if (!inverted) throw std::invalid_argument("a division by " + factor.to_string());
        factor = *inverted;
      }
      product_of = product_of * power(factor, std::abs(exponent));
    }
    result += product_of;
  }
  return result;
}

Laurent Laurent::derivative(const std::string& variable) const {
  Laurent result;
  for (const auto& [monomial, coefficient] : terms_) {
    const auto at = monomial.find(variable);
    if (at == monomial.end()) continue;
    result.add(product(monomial, {{variable, -1}}), coefficient * Rational(at->second));
  }
  return result;
}

std::optional<Laurent> Laurent::inverse() const {
  if (terms_.size() != 1) return std::nullopt;
  Laurent result;
  result.add(product({}, terms_.begin()->first, -1), Rational(1) / terms_.begin()->second);
  return result;
}

std::optional<Laurent> Laurent::exact_quotient(const Laurent& divisor) const {
  if (divisor.is_zero()) return std::nullopt;
  if (const auto inverted = divisor.inverse()) return *this * *inverted;
  // A quotient may have more terms than what is divided, and where there is none the division does not end: the loop is bounded and
  // the result is multiplied out again.
  const auto leading = [](const Terms& terms) {
    return std::max_element(terms.begin(), terms.end(),
                            [](const auto& a, const auto& b) { return is_before(a.first, b.first); });
  };
  const auto& [lead, lead_coefficient] = *leading(divisor.terms_);
  Laurent rest = *this;
  Laurent quotient;
  for (std::size_t steps = 0; !rest.is_zero() && steps <= 4 * terms_.size(); ++steps) {
    const auto& [monomial, coefficient] = *leading(rest.terms_);
    Laurent term;
    term.add(product(monomial, lead, -1), coefficient / lead_coefficient);
    rest = rest - term * divisor;
    quotient += term;
  }
  if (!(quotient * divisor == *this)) return std::nullopt;
  return quotient;
}

std::string Laurent::to_string() const {
  if (terms_.empty()) return "0";
  // The largest positive number that makes all coefficients integers without a common divisor.
  Integer above = 0;
  Integer below = 1;
  for (const auto& [monomial, coefficient] : terms_) {
    above = gcd(above, numerator_of(coefficient));
    below = lcm(below, denominator_of(coefficient));
  }
  const Rational content = terms_.size() > 1 ? Rational(abs(above), below) : Rational(1);
  // Higher degrees first.
  std::vector<std::pair<Monomial, Rational>> ordered(terms_.begin(), terms_.end());
  const auto degree_of = [](const Monomial& m) {
    long sum = 0;
    for (const auto& [name, exponent] : m) sum += exponent;
    return sum;
  };
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](const auto& a, const auto& b) { return degree_of(a.first) > degree_of(b.first); });
  std::string sum;
  for (const auto& [monomial, coefficient] : ordered) {
    const Rational c = coefficient / content;
    if (sum.empty()) {
      sum = (c < 0 ? "-" : "") + term_text(abs(c), monomial);
    } else {
      sum += (c < 0 ? " - " : " + ") + term_text(abs(c), monomial);
    }
  }
  if (content == 1) return sum;
  const std::string front = numerator_of(content) == 1 ? "" : attest::to_string(numerator_of(content)) + "*";
  const std::string back =
      denominator_of(content) == 1 ? "" : "/" + attest::to_string(denominator_of(content));
  return front + "(" + sum + ")" + back;
}

std::string to_string(const Fraction& fraction) {
  if (const auto inverse = fraction.denominator.inverse()) return (fraction.numerator * *inverse).to_string();
  const std::string above = fraction.numerator.to_string();
  const bool plain = fraction.numerator.terms().size() == 1;
  return (plain ? above : "(" + above + ")") + "/(" + fraction.denominator.to_string() + ")";
}

}  // namespace attest::proof
