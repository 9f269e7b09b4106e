#include "theorems/proof/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "numeric/checked.hpp"
#include "numeric/short_decimal.hpp"

namespace attest::theorems {

using language::Expression;
using language::Op;
using proof::Decay;
using proof::Laurent;
using proof::Rate;
using proof::Refusal;

namespace {

constexpr long shares = 64;
constexpr long most_exponent_parts = 16 * shares;  // of an exponent that is looked for
constexpr std::size_t longest_root = 16;           // characters of 9/112*sqrt(7)
constexpr long largest_divisor = 1000;             // whose square is taken out of a root

// The square of what is written, a polynomial in the sizes: (n^(3/2))^2 = n^3, for n > 0.
Laurent squared(const Expression& e, const SymbolicTheorem& theorem) {
  Terms terms(theorem.variables(), theorem.constants(), "growth");
  const auto of = [&](std::size_t k) { return squared(e->children[k], theorem); };
  if ((e->op == Op::tuple && e->children.size() == 1) || e->op == Op::negate) return of(0);
  if (e->op == Op::multiply) return of(0) * of(1);
  if (e->op == Op::call && e->name == "sqrt" && e->children.size() == 1) {
    const Laurent root = terms(e->children[0]);
    if (theorem.variables().nonnegative(root)) return root;
  }
  if (e->op == Op::power) {
    const auto exponent = terms(e->children[1]).constant();
    const auto twice = exponent ? fits_long(Rational(*exponent * 2)) : std::nullopt;
    const Laurent base = terms(e->children[0]);
    if (twice && *twice >= 0 && theorem.variables().positive(base)) return power(base, *twice);
  }
  const Laurent value = terms(e);
  return value * value;
}

// The factors of a product beside `name`, which is one of them; nothing where it is none.
std::optional<std::vector<Expression>> beside(const Expression& e, const std::string& name) {
  if (e->op == Op::name && e->name == name) return std::vector<Expression>{};
  if ((e->op == Op::tuple && e->children.size() == 1) || e->op == Op::negate)
    return beside(e->children[0], name);
  if (e->op != Op::multiply) return std::nullopt;
  for (std::size_t k = 0; k < 2; ++k) {
    auto factors = beside(e->children[k], name);
    if (!factors) continue;
    factors->push_back(e->children[1 - k]);
    return factors;
  }
  return std::nullopt;
}

// -X as it is written: -X, (-c)*X, (-X)/7.
bool is_negated(const Expression& e) {
  if (e->op == Op::negate) return !is_negated(e->children[0]);
  if (e->op == Op::tuple && e->children.size() == 1) return is_negated(e->children[0]);
  if (e->op != Op::multiply && e->op != Op::divide) return false;
  return is_negated(e->children[0]) != is_negated(e->children[1]);
}

Laurent square_of(const Rate& rate) {
  return rate.factor * rate.factor * Laurent(rate.under_root);
}

class Growth {
 public:
  Growth(const SymbolicTheorem& theorem, const ShownBounds& shown)
      : theorem_(theorem), variables_(theorem.variables()), shown_(shown) {}

  // The sentence; nothing where it is not shown.
  std::optional<std::string> said(const CheckStatement& check) const {
    const Expression& formula = check.formula;
    if (!formula || formula->children.size() != 2 || formula->children[0]->op != Op::name)
      return std::nullopt;
    const std::string& quantity = formula->children[0]->name;
    const Expression& bound = formula->children[1];
    if (quantity == "gap" && formula->op == Op::greater_equal) return of_gap(check, bound);
    if (quantity == "error" && formula->op == Op::less_equal && bound->op == Op::power)
      return of_power(check, bound);
    const bool exponential = bound->op == Op::call && bound->name == "exp" && bound->children.size() == 1;
    if (quantity == "error" && formula->op == Op::less_equal && exponential && is_negated(bound->children[0]))
      return of_error(check, bound->children[0]);
    return std::nullopt;
  }

 private:
  Laurent square_beside(const Expression& e, const std::string& name) const {
    const auto factors = beside(e, name);
    if (!factors) throw Refusal("growth", fmt::format("{} is no factor of {}", name, language::to_string(e)));
    Laurent product = 1;
    for (const Expression& factor : *factors) product = product * squared(factor, theorem_);
    return product;
  }

  // The largest c^2 that is found with R^2 >= c^2 G^2 for all sizes.
  std::optional<Rational> largest_square(const Rate& rate, const Laurent& g2) const {
    if (rate.log_of || !variables_.positive(g2)) return std::nullopt;
    const Laurent r2 = square_of(rate);
    if (const auto quotient = r2.exact_quotient(g2)) {
      if (const auto constant = quotient->constant()) return *constant;
    }
    const auto corner = corner_of(variables_);
    const Rational below = g2.substitute(corner).constant().value();
    const Rational c2 = r2.substitute(corner).constant().value() / below;
    if (variables_.nonnegative(r2 - Laurent(c2) * g2)) return c2;
    return std::nullopt;
  }

  std::optional<Rational> least_of(const std::vector<Rate>& rates, const Laurent& g2) const {
    std::optional<Rational> least;
    for (const Rate& rate : rates) {
      const auto c2 = largest_square(rate, g2);
      if (!c2) return std::nullopt;
      if (!least || *c2 < *least) least = c2;
    }
    return least;
  }

  // sqrt(p/q) = s*sqrt(r)/q with p q = s^2 r.
  static std::string root_text(const Rational& square) {
    if (numerator_of(square) == 1 &&
        sqrt(denominator_of(square)) * sqrt(denominator_of(square)) != denominator_of(square))
      return fmt::format("1/sqrt({})", denominator_of(square).str());
    Integer root = 1;
    Integer under = numerator_of(square) * denominator_of(square);
    for (Integer k = 2; k <= largest_divisor && k * k <= under; ++k) {
      while (under % (k * k) == 0) {
        under /= k * k;
        root *= k;
      }
    }
    const std::string text =
        Rate{Laurent(Rational(root, denominator_of(square))), Rational(under), std::nullopt}.to_string();
    return text.size() <= longest_root ? text : short_lower_bound(sqrt(Interval(square, initial_precision)));
  }

  std::string from() const { return fmt::format("for all sizes from {} on", corner_text(variables_)); }

  std::optional<std::string> of_gap(const CheckStatement& check, const Expression& bound) const {
    if (shown_.gaps.empty()) return std::nullopt;
    if (check.constants.empty()) {
      const Laurent square = squared(bound, theorem_);
      for (const Rate& rate : shown_.gaps) {
        if (rate.log_of || !variables_.nonnegative(square_of(rate) - square)) return std::nullopt;
      }
      return fmt::format("{} {}", language::to_string(check.formula), from());
    }
    const auto c2 = least_of(shown_.gaps, square_beside(bound, check.constants.front()));
    if (!c2 || *c2 <= 0) return std::nullopt;
    return fmt::format("{} {}, with {} = {}", language::to_string(check.formula), from(),
                       check.constants.front(), root_text(*c2));
  }

  // Whether what is left of the sums, F exp(-(1 - s) R), stays below 1.
  bool leaves_less_than_one(const Rational& share) const {
    return std::all_of(shown_.errors.begin(), shown_.errors.end(), [&](const std::vector<Decay>& sum) {
      std::vector<Decay> left;
      for (const Decay& decay : sum)
        left.push_back({decay.factor, decay.rate.times(Laurent(Rational(1 - share)))});
      return std::all_of(left.begin(), left.end(),
                         [&](const Decay& d) { return proof::falls(d, variables_); }) &&
             is_less([&](Precision p) { return proof::enclosure(left, corner_of(variables_), p); },
                     Rational(1));
    });
  }

  std::optional<std::string> of_error(const CheckStatement& check, const Expression& exponent) const {
    if (shown_.errors.empty()) return std::nullopt;
    std::vector<Rate> rates;
    for (const auto& sum : shown_.errors) {
      for (const Decay& decay : sum) rates.push_back(decay.rate);
    }
    if (check.constants.empty()) {
      const Laurent square = squared(exponent, theorem_);
      for (long s = 1; s < shares; ++s) {
        const Rational share(s, shares);
        const bool steep = std::all_of(rates.begin(), rates.end(), [&](const Rate& rate) {
          return !rate.log_of &&
                 variables_.nonnegative(Laurent(Rational(share * share)) * square_of(rate) - square);
        });
        if (!steep) continue;
        if (leaves_less_than_one(share))
          return fmt::format("{} {}", language::to_string(check.formula), from());
      }
      return std::nullopt;
    }
    const auto c2 = least_of(rates, square_beside(exponent, check.constants.front()));
    if (!c2 || *c2 <= 0) return std::nullopt;
    for (long s = shares - 1; s > 0; --s) {
      const Rational share(s, shares);
      if (leaves_less_than_one(share))
        return fmt::format("{} {}, with {} = {}", language::to_string(check.formula), from(),
                           check.constants.front(), root_text(Rational(*c2 * share * share)));
    }
    return std::nullopt;
  }

  // error <= B^x, B >= 1 in the sizes, x a number. A summand of the error is F exp(-r log k), r a number, and k >= B gives
  //   F exp(-r log k) = B^(-a) F exp(-(r - a) log k) (B/k)^a <= B^(-a) F exp(-(r - a) log k)   for 0 <= a < r;
  // what is left of the sum has to stay below 1.
  std::optional<std::string> of_power(const CheckStatement& check, const Expression& bound) const {
    Terms terms(variables_, theorem_.constants(), "growth");
    const Laurent base = terms(bound->children[0]);
    const auto exponent = terms(bound->children[1]).constant();
    if (shown_.errors.empty() || !exponent || !check.constants.empty() || !variables_.sizes_alone(base) ||
        !variables_.nonnegative(base - Laurent(1)))
      return std::nullopt;
    const Rational asked = -*exponent;
    if (gives_power(base, std::max(asked, Rational(0))))
      return fmt::format("{} {}", language::to_string(check.formula), from());
    return std::nullopt;
  }

  bool gives_power(const Laurent& base, const Rational& a) const {
    return std::all_of(shown_.errors.begin(), shown_.errors.end(), [&](const std::vector<Decay>& sum) {
      std::vector<Decay> left;
      for (const Decay& decay : sum) {
        const auto r = decay.rate.factor.constant();
        const auto& k = decay.rate.log_of;
        if (!r || !k || decay.rate.under_root != 1 || a >= *r || !variables_.nonnegative(*k - base))
          return false;
        left.push_back({decay.factor, {Laurent(Rational(*r - a)), 1, k}});
      }
      return std::all_of(left.begin(), left.end(),
                         [&](const Decay& d) { return proof::falls(d, variables_); }) &&
             is_less([&](Precision p) { return proof::enclosure(left, corner_of(variables_), p); },
                     Rational(1));
    });
  }

 public:
  // Of `error <= B^x` that is not shown: the largest a, in 64ths, with error <= B^(-a). Nothing where there is none above 0.
  std::optional<std::string> power_instead(const CheckStatement& check) const {
    const Expression& formula = check.formula;
    if (!formula || formula->op != Op::less_equal || formula->children[0]->op != Op::name ||
        formula->children[0]->name != "error" || formula->children[1]->op != Op::power)
      return std::nullopt;
    Terms terms(variables_, theorem_.constants(), "growth");
    const Expression& bound = formula->children[1];
    const Laurent base = terms(bound->children[0]);
    const auto exponent = terms(bound->children[1]).constant();
    if (!exponent || !variables_.sizes_alone(base)) return std::nullopt;
    const auto power_text = [&](const Rational& x) {
      const std::string text = base.to_string();
      return fmt::format("{}^({})", base.terms().size() == 1 ? text : "(" + text + ")", attest::to_string(x));
    };
    const std::string asked = fmt::format("{}, which is {} here, is not shown", language::to_string(formula),
                                          power_text(*exponent));
    for (long parts = most_exponent_parts; parts > 0; --parts) {
      const Rational a(parts, shares);
      if (!variables_.nonnegative(base - Laurent(1)) || !gives_power(base, a)) continue;
      return fmt::format("{}; error <= {} is, {}", asked, power_text(Rational(-a)), from());
    }
    return asked;
  }

 private:
  const SymbolicTheorem& theorem_;
  const proof::Variables& variables_;
  const ShownBounds& shown_;
};

}  // namespace

void add_growth(const SymbolicTheorem& theorem, const ShownBounds& shown, LemmaProof& proof) {
  const Growth growth(theorem, shown);
  std::map<std::string, std::size_t> before;  // checks of this name
  for (const CheckStatement& check : theorem.text().checks) {
    const std::size_t which = before[check.name]++;
    if (check.essential) continue;
    try {
      if (const auto said = growth.said(check)) {
        proof.steps.push_back({check.name, *said, which});
      } else if (const auto instead = growth.power_instead(check)) {
        proof.not_shown.push_back({check.name, *instead});
      }
    } catch (const Refusal&) {  // no polynomials in the sizes
    }
  }
}

}  // namespace attest::theorems
