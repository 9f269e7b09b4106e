#include "lowerbounds/size_bounds/monotone_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "claims/whole_claim.hpp"
#include "lowerbounds/size_bounds/vc_bound.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

namespace {

// 4 k (t + 2), the formula of vc_bound.hpp as a polynomial.
Polynomial counted_form(VcForm form, const Polynomial& d, const Polynomial& H, const Polynomial& P) {
  const Polynomial k = d * H + H;
  const Polynomial t = form == VcForm::literal ? 2 * d * d * H + 3 * d * H + 3 * H + 2 * P + 1
                                               : 3 * d * H - d + 2 * H + 2 * P + 1;
  return 4 * k * (t + 2);
}

// The right-hand sides of monotone_check.hpp. For regions P is the number of parameters beyond r, at least 0.
Polynomial right_hand_side(VcForm form, const Polynomial& d, const Polynomial& H, const Polynomial& P) {
  const Polynomial logarithm = Polynomial::variable("L");
  switch (form) {
    case VcForm::literal:
    case VcForm::absorbed:
      return counted_form(form, d, H, P);
    case VcForm::predicates:
      return 2 * H * (d + 1) * (P + 3 + logarithm);
    case VcForm::regions:
      return H * (Polynomial::variable("r") + 2) * (P + logarithm);
  }
  return {};
}

bool has_negative_coefficient(const Polynomial& polynomial) {
  const auto terms = polynomial.terms();
  return std::any_of(terms.begin(), terms.end(), [](const auto& term) { return term.coefficient < 0; });
}

bool agrees_with_program(VcForm form, long d, long H, long P) {
  return counted_form(form, d, H, P) == Polynomial(Rational(vc_upper_bound(form, {d, H, P})));
}

}  // namespace

Check check_monotone() {
  const std::string name = "monotone";
  const auto d = Polynomial::variable("d") + 1;
  const auto H = Polynomial::variable("H") + 1;
  const auto P = Polynomial::variable("P") + 1;
  for (const VcForm form : vc_forms) {
    const Polynomial here = right_hand_side(form, d, H, P);
    for (const Polynomial& next : {right_hand_side(form, d + 1, H, P), right_hand_side(form, d, H + 1, P),
                                   right_hand_side(form, d, H, P + 1)}) {
      if (has_negative_coefficient(next - here))
        return refuted(Kind::display, name, fmt::format("{} can decrease", to_string(form)));
    }
  }
  constexpr long most = 4;
  for (long a = 1; a <= most; ++a) {
    for (long b = 1; b <= most; ++b) {
      for (long c = 1; c <= most; ++c) {
        for (const VcForm form : vc_forms) {
          if ((form == VcForm::literal || form == VcForm::absorbed) && !agrees_with_program(form, a, b, c))
            return refuted(Kind::display, name,
                           fmt::format("{}: the polynomial is not what is computed", to_string(form)));
          const Integer here = vc_upper_bound(form, {a, b, c});
          for (const TransformerSize& next :
               {TransformerSize{a + 1, b, c}, TransformerSize{a, b + 1, c}, TransformerSize{a, b, c + 1}}) {
            if (vc_upper_bound(form, next) < here)
              return refuted(
                  Kind::display, name,
                  fmt::format("{} decreases next to d = {}, H = {}, P = {}", to_string(form), a, b, c));
          }
        }
      }
    }
  }
  return holds(name, Evidence::symbolic,
               "all four bounds are nondecreasing in d, H and P (as polynomials in them and a logarithm), so "
               "excluding max{d, H, P} = s excludes "
               "every smaller size");
}

}  // namespace attest
