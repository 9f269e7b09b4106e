#include <fmt/format.h>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/dual_attention_checks.hpp"
#include "tasks/rational_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

DualAttentionSizes head_sizes_of(const Parameters& parameters) {
  const auto size = [&](const char* name) { return static_cast<std::size_t>(parameters.integer(name)); };
  const DualAttentionSizes s{size("n"), size("d_model"), size("n_sa"), size("n_ra"), size("d_r")};
  if (s.heads() == 0) throw UsageError("n_ra", "0", "at least one head of either kind");
  if (s.d_model % s.heads() != 0) {
    throw UsageError(
        "d_model", parameters.text("d_model"),
        fmt::format("a multiple of n_sa + n_ra = {} (d_h = d_model / n_h, line 333)", s.heads()));
  }
  if (s.relational > 0 && (s.d_h() * s.relational) % s.d_r != 0) {
    throw UsageError("d_r", parameters.text("d_r"),
                     fmt::format("a divisor of d_h n_ra = {} (d_proj = d_h n_ra / d_r, line 333)",
                                 s.d_h() * s.relational));
  }
  return s;
}

// A run's products of numbers: the definition sums over pairs of features for each relation.
void require_few_products(const DualAttentionSizes& s, const Parameters& parameters) {
  const Integer products =
      Integer(s.n) * s.n * s.d_model * s.d_h() *
      (s.heads() * s.d_model + s.relational * s.d_h() * s.relational * s.d_model * s.d_model);
  if (products > 20'000'000)
    throw UsageError("d_model", parameters.text("d_model"),
                     fmt::format("sizes at which eqs. 1 and 2 have at most 20000000 products; these have {}",
                                 products.str()));
}

DualAttentionSizes sizes_of(const Parameters& parameters) {
  const DualAttentionSizes s = head_sizes_of(parameters);
  // Terms of the relational outputs: every token and coordinate, head coordinate, sender, comparison and pair
  // of features.
  const std::size_t width = s.d_h() * s.relational;
  if (s.n * s.n * width * width * width * s.d_model * s.d_model > 200000) {
    throw UsageError("d_model", parameters.text("d_model"),
                     "sizes with n^2 (d_h n_ra)^3 d_model^2 at most 200000");
  }
  return s;
}

class DualAttention : public WholeClaim {
 public:
  DualAttention() : WholeClaim(program_info("dat/dual-attention")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters,
                       {{"n", 64}, {"d_model", 256}, {"n_sa", 64}, {"n_ra", 64}, {"d_r", 256}});
  }

  // Algorithm 1 on given objects x, symbols s, weights and attention weights (alpha_sa, alpha_ra: softmax
  // enters through them alone), beside eqs. 1 and 2 summed term by term.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const DualAttentionSizes s = head_sizes_of(parameters);
    require_few_products(s, parameters);
    auto w = dual_attention_weights<Rational>(s, true);
    std::vector<RationalField> fields{{"x", {s.n, s.d_model}}, {"s", {s.n, s.d_model}}};
    if (s.sensory > 0) fields.push_back({"alpha_sa", {s.sensory, s.n, s.n}});
    if (s.relational > 0) fields.push_back({"alpha_ra", {s.relational, s.n, s.n}});
    w.for_each([&](const std::string& name, Tensor<Rational>& matrix) {
      fields.push_back({name, matrix.shape()});
    });
    const RationalInput input = RationalFields(std::move(fields)).chosen(given, seed);
    w.for_each(
        [&](const std::string& name, Tensor<Rational>& matrix) { matrix.entries() = input.entries(name); });
    Tensor<Rational> x({s.n, s.d_model});
    Tensor<Rational> symbols({s.n, s.d_model});
    x.entries() = input.entries("x");
    symbols.entries() = input.entries("s");
    const auto alpha = [&](HeadKind kind, std::size_t h, std::size_t i, std::size_t j) {
      return input.entries(kind == HeadKind::sensory ? "alpha_sa" : "alpha_ra")[(h * s.n + i) * s.n + j];
    };
    const Tensor<Rational> output =
        dual_attention<Rational>(x, symbols, w, [&](HeadKind kind, std::size_t h, const Tensor<Rational>&) {
          Tensor<Rational> weights({s.n, s.n});
          for (std::size_t i = 0; i < s.n; ++i) {
            for (std::size_t j = 0; j < s.n; ++j) weights(i, j) = alpha(kind, h, i, j);
          }
          return weights;
        });
    RunResult result(input.json());
    for (std::size_t i = 0; i < s.n; ++i) {
      for (std::size_t c = 0; c < s.d_model; ++c)
        result.exact(fmt::format("Algorithm 1 [{}, {}]", i + 1, c + 1), output(i, c),
                     dual_attention_entry<Rational>(x, symbols, w, alpha, i, c));
    }
    // What has no meaning as printed is read as repaired for the output.
    result.add(shapes_check(s, variant == Variant::repaired));
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const DualAttentionSizes s = sizes_of(parameters);
    Json result = {{"d_h", s.d_h()}, {"d_key", s.d_h()}, {"d_proj", s.d_proj()}};
    auto w = dual_attention_weights<FormalPolynomial>(s, variant == Variant::repaired);
    w.for_each(
        [&](const std::string& name, Polynomials& matrix) { result[name] = shape_text(matrix.shape()); });
    return result;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const DualAttentionSizes s = sizes_of(parameters);
    const bool repaired = variant == Variant::repaired;
    const Deadline deadline(options);
    verdict.checks.push_back(shapes_check(s, repaired));
    // What has no meaning as printed is read as repaired for the other checks.
    const bool readable = verdict.checks.front().status == Status::holds;
    const bool square_blocks = repaired || !readable;
    FormalLayer layer(s, false);
    const Polynomials output = layer.run();
    const auto add = [&](const char* name, auto&& check) {
      verdict.checks.push_back(deadline.reached() ? undecided(name, deadline.reason()) : check());
    };
    add("definition", [&] { return definition_check(layer, output); });
    add("share", [&] { return share_check(layer, output); });
    add("causal", [&] { return causal_check(s); });
    add("symmetric", [&] {
      FormalLayer equal(s, true);
      return symmetric_check(equal);
    });
    parameter_checks(s, square_blocks, verdict);
    const Integer entries = s.n * s.d_model + s.heads() * s.n * s.n;
    verdict.inputs = {entries, entries, deadline.reached() ? Integer(0) : entries, 0};
    for (const Check& check : verdict.checks) {
      if (!check.essential || (check.status != Status::refuted && check.status != Status::ill_formed))
        continue;
      if (verdict.counterexample.is_null())
        verdict.counterexample = {{"check", check.name}, {"reason", *check.reason}};
      if (check.status == Status::refuted) verdict.inputs.failing = 1;
    }
    verdict.size = {static_cast<long>(s.heads()), static_cast<long>(s.d_model), 0};
    if (!readable) {
      verdict.details["readings"] = {
          "W_o^sa and W_o^ra are read as square blocks of the width of their own heads"};
    }
    verdict.details["choices"] = {
        "softmax and mask enter only through alpha: equal scores have equal weights, and the weights are "
        "indeterminates",
        "W_{q,h}^attn and W_{k,h}^attn of sensory head h and of relational head h are different matrices, "
        "though Algorithm 1 gives them one name (lines 87 and 92)",
        "the relation projections are shared by all heads and there is one W_o of each kind, as Algorithm "
        "1 and line 337 say; Appendix B.1 lists them under 'for each head'",
        "a kind without heads has no matrices, so nothing is wrong with its W_o",
        "\"the number of parameters is fixed as d_r varies\" (line 333) is read of the relation projections, "
        "of "
        "which d_proj is a dimension; all parameters together grow with d_r, since W_r^h is d_r x d_h"};
    verdict.notes = {
        "line 57 says that symmetry of r corresponds to equal feature maps. Equal maps give symmetric "
        "relations that are positive semi-definite in each coordinate; r(x, y) = -xy is symmetric and "
        "comes from no equal maps",
        "line 121 adds the mask 'to alpha_ij pre-softmax'; alpha is what softmax returns, meant are the "
        "scores"};
  }
};

}  // namespace

std::unique_ptr<Claim> dat_dual_attention_claim() {
  return std::make_unique<DualAttention>();
}

}  // namespace attest
