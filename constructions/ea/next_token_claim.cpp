#include "constructions/ea/next_token_claim.hpp"

#include <fmt/format.h>

#include "constructions/ea/next_token_setting.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

namespace {

ClaimInfo next_token_entry() {
  ClaimInfo info;
  info.id = "ea/next-token";
  info.kind = "construction";
  info.paper = "ea";
  info.title = "One expressive-attention head solves NT exactly";
  info.statement =
      "A causal layer with one head of expressive attention, a_mk proportional to z^2/(1+z^2) (eq. 2), puts "
      "out "
      "x(t) = [x(t-tau) + x(t-tau-1)] % N (eq. 4) at the last token of every context, by weights that are "
      "exactly 1/2 at the two "
      "causal tokens and exactly 0 elsewhere. No row of the layer is 0/0. Head dimension 2 suffices and is "
      "the least for contexts "
      "longer than tau+1; for context = tau+1 it is 1.";
  info.source = {"004_9370d393bf99a4b8.txt", "Eqs. (2), (4)", 52, 95};
  info.variants = {{Variant::constructed,
                    "Ours; the paper trains its heads. Query (1, L-m), key (c, 1) with c = 1 at the two "
                    "causal tokens: keys "
                    "elsewhere are orthogonal to the last query.",
                    {}}};
  info.parameters = next_token_parameters();
  const auto add = [&](int n, int delay, int context, bool quick) {
    info.standard_sizes.push_back(
        {{fmt::format("N={}", n), fmt::format("tau={}", delay), fmt::format("context={}", context)},
         quick,
         {{Variant::constructed, Status::holds}}});
  };
  add(2, 1, 2, true);
  add(2, 1, 3, true);
  add(2, 5, 6, true);
  add(2, 5, 8, true);
  add(3, 2, 5, true);
  add(5, 1, 4, true);
  add(16, 2, 3, true);
  add(16, 2, 4, false);
  return info;
}

NextTokenHead next_token_head(const NextTokenSizes& s) {
  return expressive_next_token_head(s.N, s.tau, s.context);
}

class ExpressiveSetting : public NextTokenLayerSetting {
 public:
  ExpressiveSetting(Variant variant, const Parameters& parameters, const NextTokenSizes& s)
      : NextTokenLayerSetting(variant, parameters, next_token_head(s)) {
    choices_.emplace_back(
        "eq. (2) defines no weights where all scores of a row are 0; the layer must not meet that case");
  }

  std::vector<Check> checks_before() const override {
    return {normaliser_check(), dimension_check(), size_check(next_token_head)};
  }

  // "Focus attention on exactly these two input positions" (line 95): 1/2 each, all others 0.
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    const std::vector<Rational> weights = last_row(word);
    const auto second =
        static_cast<std::size_t>(sizes().context - sizes().tau);  // 0-based; the first is before it
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if (weights[k] != (k == second || k + 1 == second ? Rational(1) / 2 : Rational(0))) return true;
    }
    return false;
  }

  std::vector<Check> checks_after(const Observation& observation) const override {
    return {second_condition_check(
        "focus", observation,
        "the weights of the last row are not 1/2 at the two causal tokens and 0 elsewhere")};
  }

  Json details(const Observation&) const override {
    return {{"head_dimension", layer().head().head_dimension()}};
  }

 private:
  // Focus asks for z_L1 = 0 and z_Lb != 0, with b = L - tau > 1 the earlier causal token, and row 1, whose
  // only score is z_11, for z_11 != 0. In one dimension z_11 z_Lb = z_1b z_L1, both being q_1 k_1 q_L k_b: a
  // contradiction.
  Check dimension_check() const {
    const auto [N, tau, context] = sizes();
    const long here = layer().head().head_dimension();
    if (context == tau + 1) {
      return here == 1
                 ? holds("least-dimension", Evidence::symbolic, "head dimension 1; there is no smaller one")
                 : refuted(Kind::constant, "least-dimension",
                           fmt::format("head dimension {} where 1 suffices", here));
    }
    const auto q1 = Polynomial::variable("a");
    const auto qL = Polynomial::variable("b");
    const auto k1 = Polynomial::variable("c");
    const auto kb = Polynomial::variable("d");
    const bool minor_vanishes = ((q1 * k1) * (qL * kb) - (q1 * kb) * (qL * k1)).is_zero();
    const std::vector<long> rows =
        NextTokenLayer(one_dimensional_expressive_head(N, tau, context), N, context)
            .rows_without_normaliser();
    const std::string reason = fmt::format(
        "in one dimension z_11 z_L{0} = z_1{0} z_L1, but focus needs z_L1 = 0 and z_L{0} != 0, and row 1 "
        "needs z_11 != 0; the "
        "head of dimension 1 with z = c has all scores 0, hence 0/0, in {1} of {2} rows",
        context - tau, rows.size(), context);
    return minor_vanishes && here == 2 && !rows.empty() ? holds("least-dimension", Evidence::symbolic, reason)
                                                        : refuted(Kind::constant, "least-dimension", reason);
  }
};

class NextTokenClaim : public JudgedClaim {
 public:
  NextTokenClaim() : JudgedClaim(next_token_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<ExpressiveSetting>(variant, parameters, next_token_sizes(parameters));
  }
};

}  // namespace

std::unique_ptr<Claim> ea_next_token_claim() {
  return std::make_unique<NextTokenClaim>();
}

}  // namespace attest
