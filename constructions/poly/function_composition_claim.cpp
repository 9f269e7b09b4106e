#include <fmt/format.h>

#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/poly/function_composition.hpp"
#include "constructions/poly/least_scale.hpp"
#include "numeric/decimal.hpp"
#include "tasks/function_composition.hpp"
#include "verification/identity_check.hpp"
#include "verification/softmax_claim.hpp"

namespace attest {

namespace {

ClaimInfo function_composition_entry() {
  ClaimInfo info;
  info.id = "poly/function-composition";
  info.kind = "construction";
  info.paper = "poly";
  info.title = "One path-attention head composes t functions";
  info.statement =
      "For every t >= 2, poly-attention for h_t = x_1 x_2 + x_2 x_3 + ... + x_t x_{t+1} simulates t-fold "
      "function "
      "composition with one head: given f_1, ..., f_t: [n] -> [n] and x as tn+1 tokens, the output at token "
      "tn+1 is "
      "f_t(...f_1(x)), with error n^{t-A^2} for a constant A > Omega(sqrt t).";
  info.source = {"003_fa68b7a15496b434.txt", "Theorem F.6 (Theorems 3.1, 3.4)", 3286, 3352};
  info.variants = {
      {Variant::printed,
       "As printed; where it defines no object, the other checks follow the reading that is listed.",
       {}},
      {Variant::repaired,
       "The value of the last variable is the number that its token carries, and the indices and widths fit.",
       {"V^(t+1)_{l,1} = phi(l) instead of l: the printed value returns the index of the last token, not the "
        "number "
        "it carries.",
        "phi(l+(j-1)n) = f_j(l) and phi(tn+1) = x instead of phi(l+(j-1)t) and phi(3n+1): the printed "
        "indices collide "
        "or leave the sequence unless t = n = 3.",
        "Q^(t+1) ends after its first three entries of the last block: the printed one has 3t+3 coordinates "
        "(a block "
        "of -3 zeros); all widths are 3t.",
        "The rows hold for all l in [tn+1], not only l in [n].", "Line 3341 has (j-1)n instead of n.",
        "eq. (1)'s 1/d = 1/(3t) makes the next best tuple smaller by n^{-A^2/(3t)} only, so the error is not "
        "n^{t-A^2}. A^2 >= 3t (1 + log_n 4t) suffices for n >= 2 (check sufficient-scale): A of order sqrt(t "
        "log "
        "t), and sqrt(t) for n >= poly(t)."}}};
  const ParameterSpec t =
      integer_parameter("t", 2, 16, "how many functions are composed; the theorem starts at 2");
  const ParameterSpec n = integer_parameter(
      "n", 1, 1000,
      "size of the set [n]; the input has tn+1 tokens (t*n at most 2000) and there are n^(tn+1) inputs");
  const ParameterSpec a2 = automatic(rational_parameter(
      "A2", 0,
      "A^2, the square of the constant A; auto finds the least multiple of 1/4 for which every input is "
      "right"));
  info.parameters = {t, n, a2};
  const std::map<Variant, Status> recorded{{Variant::printed, Status::ill_formed},
                                           {Variant::repaired, Status::holds}};
  const auto add = [&](int functions, int size, bool quick) {
    info.standard_sizes.push_back(
        {{fmt::format("t={}", functions), fmt::format("n={}", size)}, quick, recorded});
  };
  for (const int size : {1, 2, 3}) add(2, size, true);
  add(2, 4, false);
  for (const int size : {1, 2}) add(3, size, true);
  add(3, 3, false);
  add(4, 2, true);
  return info;
}

class PolyFunctionComposition : public SoftmaxClaim {
 public:
  PolyFunctionComposition() : SoftmaxClaim(function_composition_entry()) {}

  Verdict verify(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override {
    check_limits(parameters);
    if (parameters.text("A2") != "auto") return SoftmaxClaim::verify(variant, parameters, options);
    if (options.part.given) {
      throw UsageError("A2", "auto", "a number when there is --part: the scan needs the whole input space");
    }
    return verify_least(variant, parameters, options);
  }

  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    check_limits(parameters);
    if (parameters.text("A2") == "auto") {
      throw UsageError("A2", "auto", "a number p/q above 0 for a single run (auto is for verify)");
    }
    return SoftmaxClaim::run(variant, parameters, input, seed);
  }

 protected:
  Construction construction(Variant variant, const Parameters& parameters) const override {
    const std::string& a2 = parameters.text("A2");
    return poly_function_composition(variant, parameters.integer("t"), parameters.integer("n"),
                                     a2 == "auto" ? Rational(1) : *rational_from_string(a2));
  }
  std::unique_ptr<Task> task(const Parameters& parameters) const override {
    return std::make_unique<FunctionComposition>(parameters.integer("t"), parameters.integer("n"));
  }
  std::map<std::string, Polynomial> sizes(const Parameters& parameters) const override {
    return {{"n", Polynomial(parameters.integer("n"))}};
  }
  // The proof's argument needs only that the right tuple is among the best; at n = 1 all scores are zero.
  bool unique_maximum_is_essential() const override { return false; }

  std::vector<Check> further_checks(const SoftmaxSetting& setting, const Interval& worst,
                                    const Interval& bound) const override {
    const Parameters& here = setting.parameters();
    std::vector<Check> checks{growth(here, worst, bound), size_check(setting, "n")};
    if (setting.variant() == Variant::repaired) checks.push_back(sufficient_scale(here));
    return checks;
  }

 private:
  static void check_limits(const Parameters& parameters) {
    const long t = parameters.integer("t");
    const long n = parameters.integer("n");
    if (t * n > 2000)
      throw UsageError("n", std::to_string(n), fmt::format("t*n of at most 2000 (t = {})", t));
  }

  // The lemma at least_scale.hpp's sufficient_a_squared, at this t and n.
  static Check sufficient_scale(const Parameters& parameters) {
    const long t = parameters.integer("t");
    const long n = parameters.integer("n");
    if (n < 2) return informative(not_applicable("sufficient-scale", "n >= 2: log_n is taken"));
    return sufficient_scale_check(t, n, sufficient_a_squared(t, n));
  }

  // Line 3351: "the error in the final output will be n^{t-A^2}", at the A^2 that was run.
  static Check growth(const Parameters& parameters, const Interval& worst, const Interval& bound) {
    Check check;
    check.name = "growth";
    check.essential = false;
    const Precision precision = 2 * initial_precision;
    const Interval exponent(Rational(parameters.integer("t")) - *rational_from_string(parameters.text("A2")),
                            precision);
    const Interval claimed =
        exp(exponent * Surd::logarithm(Integer(parameters.integer("n"))).enclosure(precision));
    const std::string text =
        fmt::format("n^(t-A^2) = {:.3g} at A^2 = {}", claimed.middle_double(), parameters.text("A2"));
    if (compare(worst, claimed) == Ordering::greater) {
      check.status = Status::refuted;
      check.kind = Kind::constant;
      check.reason = fmt::format("the worst error is at least {}, above the claimed {}",
                                 decimal_rounded_down(worst), text);
    } else if (compare(bound, claimed) == Ordering::less) {
      check.status = Status::holds;
      check.evidence = Evidence::enumeration;
      check.reason = fmt::format("every checked input's error is at most {}, below the claimed {}",
                                 decimal_rounded_up(bound), text);
    } else {
      check.reason = "the worst error and the claimed " + text + " are too close to tell apart";
    }
    return check;
  }

  Verdict verify_least(Variant variant, const Parameters& parameters, const VerifyOptions& options) const {
    const auto at = [&](const Rational& a2) {
      Parameters fixed;
      fixed.set("t", parameters.text("t"), ParameterType::integer);
      fixed.set("n", parameters.text("n"), ParameterType::integer);
      fixed.set("A2", to_string(a2), ParameterType::rational);
      return softmax_setting(variant, fixed);
    };
    const LeastScale least = find_least_scale(at, options);
    const auto found = at(least.a_squared);
    Verdict verdict = conclude_from(*found, least.observation, options);
    verdict.parameters = parameters;
    verdict.details["least_A2"] = least.found ? Json(to_string(least.a_squared)) : Json();
    verdict.details["A2"] = to_string(least.a_squared);
    verdict.details["effective_scale"] =
        to_string(Rational(least.a_squared / Rational(3 * parameters.integer("t"))));
    verdict.details["scan"] = least.explanation;
    if (variant == Variant::repaired && parameters.integer("n") >= 2)
      verdict.details["sufficient_A2"] =
          decimal_rounded_up(sufficient_a_squared(parameters.integer("t"), parameters.integer("n")));
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Claim> poly_function_composition_claim() {
  return std::make_unique<PolyFunctionComposition>();
}

}  // namespace attest
