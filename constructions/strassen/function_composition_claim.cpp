#include <fmt/format.h>

#include "claims/parameter_specs.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/strassen/function_composition.hpp"
#include "numeric/decimal.hpp"
#include "tasks/function_composition.hpp"
#include "verification/identity_check.hpp"
#include "verification/softmax_claim.hpp"

namespace attest {

namespace {

ClaimInfo function_composition_entry() {
  ClaimInfo info;
  info.id = "strassen/function-composition";
  info.kind = "construction";
  info.paper = "strassen";
  info.title = "One Strassen head composes two functions";
  info.statement =
      "For g, h: [n] -> [n] and x in [n] given as 2n+1 tokens, a one-layer Transformer with one Strassen "
      "attention "
      "head, constant embedding dimension and a constant-size output network gives h(g(x)) at token 2n+1 "
      "within "
      "1/2 (in fact within exp(-Omega(n^2))).";
  info.source = {"000_bd1f352bd128419d.txt", "Theorem 4.2", 326, 348};
  info.variants = {
      {Variant::printed, "The weights as printed; the displayed score is a check of its own.", {}},
      {Variant::repaired,
       "The same weights with the displayed score corrected.",
       {"The displayed score becomes -n^2[(phi(i)-j)^2 + (phi(j)-(k-n))^2]/sqrt(7): a plus between the "
        "squares, "
        "which is what the printed vectors give, and sqrt(d) = sqrt(7). No weight changes."}}};
  const ParameterSpec n = integer_parameter(
      "n", 1, 1000, "size of the set [n]; the input has 2n+1 tokens and there are n^(2n+1) inputs");
  info.parameters = {n};
  for (const int size : {1, 2, 3, 4, 5}) {
    info.standard_sizes.push_back(
        {{fmt::format("n={}", size)},
         size <= 4,
         {{Variant::printed, Status::refuted}, {Variant::repaired, Status::holds}}});
  }
  return info;
}

// "precision exp(-Omega(n^2))", with the constant 1/8. For every n >= 3: relative to the best pair the
// weights sum to at most theta^2, theta = 1 + 2 sum_{a>=1} q^(a^2) and q = exp(-n^2/sqrt 7), because for
// each j the second square runs over squares of different integers, and so does the first over j. A value
// is off by at most n-1, so the error is at most (n-1)(theta^2 - 1) <= C (n-1) q with C the quotient
// (theta^2 - 1)/q at n = 3, which falls with q. C (n-1) q <= exp(-n^2/8) at n = 3, and each further step
// multiplies the left side by at most n/(n-1) <= 3/2 and the quotient exp((1/sqrt 7 - 1/8) n^2) by at least
// exp(7 (1/sqrt 7 - 1/8)) > 3/2.
bool error_bound_from_3() {
  const Precision bits = initial_precision;
  const Interval one(1L, bits);
  const Interval rate = one / sqrt(Interval(7L, bits));
  const Interval q = exp(-(Interval(9L, bits) * rate));
  const Interval theta = one + Interval(2L, bits) * q / (one - q * q * q);  // a^2 >= 1 + 3 (a - 1)
  const Interval error = Interval(2L, bits) * (theta * theta - one);
  const Interval left = rate - Interval(Rational(1, 8), bits);
  return compare(error, exp(-Interval(Rational(9, 8), bits))) == Ordering::less &&
         compare(exp(Interval(7L, bits) * left), Interval(Rational(3, 2), bits)) == Ordering::greater;
}

class StrassenFunctionComposition : public SoftmaxClaim {
 public:
  StrassenFunctionComposition() : SoftmaxClaim(function_composition_entry()) {}

 protected:
  Construction construction(Variant variant, const Parameters& /*parameters*/) const override {
    return strassen_function_composition(variant);
  }
  std::unique_ptr<Task> task(const Parameters& parameters) const override {
    return std::make_unique<FunctionComposition>(2, parameters.integer("n"));
  }
  std::map<std::string, Polynomial> sizes(const Parameters& parameters) const override {
    return {{"n", Polynomial(parameters.integer("n"))}};
  }
  bool unique_maximum_is_essential() const override { return true; }

  std::vector<Check> further_checks(const SoftmaxSetting& setting, const Interval& /*worst*/,
                                    const Interval& bound) const override {
    return {exponential_error_check(setting.parameters().integer("n"), bound), size_check(setting, "n")};
  }
};

}  // namespace

Check exponential_error_check(long n, const Interval& bound) {
  Check check;
  check.name = "growth";
  check.essential = false;
  if (compare(bound, Interval(0L, initial_precision)) != Ordering::greater) {
    check.reason =
        fmt::format("the output error at n = {} is 0 or cannot be told from it, which bounds no constant", n);
    return check;
  }
  const Interval c = -log(bound) / Interval(n * n, bound.precision());
  const std::string found =
      fmt::format("error <= exp(-c n^2) at n = {} for every c up to {}", n, decimal_rounded_down(c));
  const Ordering order = compare(c, Interval(Rational(1, 8), bound.precision()));
  if (order == Ordering::less || !error_bound_from_3())
    return informative(refuted(Kind::constant, "growth", found + ", which is less than 1/8"));
  if (order == Ordering::undecided) {
    check.reason = found;
    return check;
  }
  check = holds("growth", Evidence::enumeration,
                found +
                    "; that error <= (n-1)(theta^2 - 1) <= exp(-n^2/8) for every n >= 3, "
                    "theta = 1 + 2 (q + q^4 + q^9 + ...), q = exp(-n^2/sqrt 7), is derived in "
                    "docs/papers/strassen.md, with its numbers enclosed here");
  return informative(check);
}

std::unique_ptr<Claim> strassen_function_composition_claim() {
  return std::make_unique<StrassenFunctionComposition>();
}

}  // namespace attest
