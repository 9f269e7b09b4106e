#include "constructions/ea/next_token_dot_product_claim.hpp"

#include <fmt/format.h>

#include "claims/parameter_specs.hpp"
#include "constructions/ea/next_token_setting.hpp"
#include "numeric/decimal.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

namespace {

ClaimInfo next_token_dot_product_entry() {
  ClaimInfo info;
  info.id = "ea/next-token-dot-product";
  info.kind = "construction";
  info.paper = "ea";
  info.title = "One dot-product head solves NT, with a logit gap that grows with N and the context";
  info.statement =
      "A causal layer with one head of dot-product attention, a_mk proportional to exp(beta Q_m^T K_k) (eq. "
      "1), whose two causal tokens score beta more than all others and whose value is 2x, puts out "
      "x(t) = [x(t-tau) + x(t-tau-1)] % N (eq. 4); the sum before % N is less than 1/2 off at the last token "
      "of every context of L tokens if and only if exp(beta) > (L-2)(4N-5)/2 (any exp(beta) for L = 2). "
      "Other "
      "values can do with less.";
  info.source = {"004_9370d393bf99a4b8.txt", "Eqs. (1), (4)", 41, 95};
  info.variants = {{Variant::constructed,
                    "Ours; the paper trains its heads. Query 1, key c with c = 1 at the two causal tokens, "
                    "the logit gap in beta.",
                    {}}};
  info.parameters = next_token_parameters();
  const ParameterSpec ratio =
      automatic(rational_parameter("ratio", 0,
                                   "exp(beta), how many times the weight of another token a causal token "
                                   "has; auto: the least integer that works"));
  info.parameters.push_back(ratio);
  const auto add = [&](int n, int delay, int context, const char* words, Status status, bool quick) {
    info.standard_sizes.push_back({{fmt::format("N={}", n), fmt::format("tau={}", delay),
                                    fmt::format("context={}", context), fmt::format("ratio={}", words)},
                                   quick,
                                   {{Variant::constructed, status}}});
  };
  add(2, 1, 2, "auto", Status::holds, true);
  add(2, 1, 3, "auto", Status::holds, true);
  add(2, 1, 3, "149/100", Status::refuted, true);
  add(2, 5, 8, "auto", Status::holds, true);
  add(3, 2, 5, "auto", Status::holds, true);
  add(5, 1, 4, "auto", Status::holds, true);
  add(16, 2, 3, "auto", Status::holds, true);
  add(16, 2, 4, "auto", Status::holds, false);
  return info;
}

Rational ratio_of(const Parameters& parameters, const NextTokenSizes& s) {
  const std::string& text = parameters.text("ratio");
  if (text != "auto") return rational_from_string(text).value();
  if (s.context == 2) return 1;  // no other tokens: any ratio works
  const Rational bound = least_ratio(s.N, s.context);
  return Rational(numerator_of(bound) / denominator_of(bound) + 1);  // the next integer above it
}

NextTokenHead dot_product_head(const NextTokenSizes& s) {
  return dot_product_next_token_head(s.N, s.tau, s.context, least_ratio(s.N, s.context));
}

// 2 (2g + n) (e - 1/2) = n (4N - 5) - 2g for the largest deviation e = 2 n (N - 1)/(2g + n), n = L - 2, as
// polynomials.
bool threshold_identity() {
  const auto g = Polynomial::variable("a");
  const auto n = Polynomial::variable("b");
  const auto N = Polynomial::variable("c");
  const auto denominator = 2 * g + n;
  const auto numerator = 2 * n * (N - 1);
  return 2 * numerator - denominator == n * (4 * N - 5) - 2 * g;
}

class DotProductSetting : public NextTokenLayerSetting {
 public:
  DotProductSetting(Variant variant, const Parameters& parameters, const NextTokenSizes& s)
      : NextTokenLayerSetting(variant, parameters,
                              dot_product_next_token_head(s.N, s.tau, s.context, ratio_of(parameters, s))),
        ratio_(ratio_of(parameters, s)),
        least_(least_ratio(s.N, s.context)) {
    choices_.emplace_back(
        "eq. (1) leaves beta free (line 50); it carries the logit gap, as the logarithm of a rational, so "
        "that the weights are "
        "rational");
    choices_.emplace_back(
        "the bound on the ratio is that of the unscaled mean 2 sum a_k x_k, with causal tokens that score "
        "alike "
        "and all others at 0; others that score less only help");
    choices_.emplace_back(
        "right is off by less than 1/2: at exp(beta) = (L-2)(4N-5)/2 two contexts are off by exactly 1/2, "
        "which "
        "is wrong, at any larger ratio by less");
  }

  std::vector<Check> checks_before() const override {
    return {normaliser_check(), gap_check(), size_check(dot_product_head)};
  }

  // The attention's own sum, before the network.
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    return deviation_of(Decision::nearest, attended_sum(word), next_token().sum(word)) >= Rational(1) / 2;
  }

  std::vector<Check> checks_after(const Observation& observation) const override {
    return {second_condition_check(
        "rounding", observation, "the attention's sum is off by 1/2 or more from that of the causal tokens")};
  }

  Json details(const Observation&) const override {
    Json gap = {{"ratio", to_string(least_)}, {"expression", fmt::format("log({})", to_string(least_))}};
    const DecimalEnclosure decimal = decimal_enclosure(log(Interval(least_, 2 * initial_precision)));
    gap["lower"] = decimal.lower;
    gap["upper"] = decimal.upper;
    gap["contexts_that_need_it"] = sizes().context == 2 ? "0" : "2";
    return {{"head_dimension", layer().head().head_dimension()},
            {"ratio", to_string(ratio_)},
            {"least_gap", std::move(gap)}};
  }

 private:
  // The two extreme contexts through this layer: their deviation is the formula's, which falls with the ratio
  // and is 1/2 at the least one. That no other context deviates more is what next_token_head.cpp derives, and
  // "rounding" sees.
  Check gap_check() const {
    const auto [N, tau, context] = sizes();
    const Interval gap = log(Interval(least_, initial_precision));
    if (context == 2) {
      return holds("least-gap", Evidence::symbolic, "the context has no other tokens; any gap does");
    }
    const Rational others = context - 2;
    const Rational expected = 2 * others * (N - 1) / (2 * ratio_ + others);
    bool right = threshold_identity();
    for (const bool causal_high : {false, true}) {
      Word word(static_cast<std::size_t>(context), static_cast<Symbol>(causal_high ? 0 : N - 1));
      const auto second = static_cast<std::size_t>(context - tau);
      word[second] = word[second - 1] = static_cast<Symbol>(causal_high ? N - 1 : 0);
      right =
          right && deviation_of(Decision::nearest, attended_sum(word), next_token().sum(word)) == expected;
    }
    const std::string reason = fmt::format(
        "log({}) = {:.6g}: two extreme contexts deviate by {} at exp(beta) = {}, which is less than 1/2 "
        "exactly if 2 exp(beta) > (L-2)(4N-5); that none deviates more is the check rounding's",
        to_string(least_), gap.middle_double(), to_string(expected), to_string(ratio_));
    return right ? holds("least-gap", Evidence::enumeration, reason)
                 : refuted(Kind::constant, "least-gap", reason);
  }

  Rational ratio_;
  Rational least_;
};

class DotProductClaim : public JudgedClaim {
 public:
  DotProductClaim() : JudgedClaim(next_token_dot_product_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<DotProductSetting>(variant, parameters, next_token_sizes(parameters));
  }
};

}  // namespace

std::unique_ptr<Claim> ea_next_token_dot_product_claim() {
  return std::make_unique<DotProductClaim>();
}

}  // namespace attest
