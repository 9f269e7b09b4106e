#include <fmt/format.h>

#include "claims/parameter_specs.hpp"
#include "constructions/strassen/function_composition.hpp"
#include "constructions/tasks/function_composition.hpp"
#include "constructions/verification/identity_check.hpp"
#include "constructions/verification/softmax_claim.hpp"
#include "numeric/decimal.hpp"

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
    Parameters other;
    other.set("n", std::to_string(setting.parameters().integer("n") + 1), ParameterType::integer);
    const Check size = check_size(setting.construction(), construction(setting.variant(), other));
    return {growth(setting.parameters().integer("n"), bound), size};
  }

 private:
  // "precision exp(-Omega(n^2))": the largest c with error <= exp(-c n^2) at this n.
  static Check growth(long n, const Interval& bound) {
    Check check;
    check.name = "growth";
    check.essential = false;
    if (compare(bound, Interval(0L, initial_precision)) != Ordering::greater) {
      check.reason = fmt::format(
          "the output error at n = {} is 0 or cannot be told from it, which bounds no constant", n);
      return check;
    }
    const Interval c = -log(bound) / Interval(n * n, bound.precision());
    check.reason = fmt::format(
        "error <= exp(-c n^2) at n = {} for every c up to {}; one n does not decide an asymptotic statement",
        n, decimal_rounded_down(c));
    return check;
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_function_composition_claim() {
  return std::make_unique<StrassenFunctionComposition>();
}

}  // namespace attest
