#include "constructions/precision/problem_of_claim.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/precision/problems_by_claim.hpp"
#include "precision/layer/layer_problem.hpp"
#include "precision/matching/match_network_problem.hpp"
#include "theorems/layer_precision.hpp"
#include "verification/softmax_claim.hpp"

namespace attest {

namespace {

// A softmax layer: token l carries the number first_symbol + its symbol; the judged token is x_1's.
class SoftmaxPrecision : public LayerProblem {
 public:
  explicit SoftmaxPrecision(std::unique_ptr<SoftmaxSetting> setting) : setting_(std::move(setting)) {
    const SoftmaxLayer& layer = setting_->layer();
    PrecisionHead head;
    head.query = layer.query;
    head.monomials = layer.attention.monomials();
    for (std::size_t v = 0; v < layer.value.size(); ++v) head.values.emplace_back(v + 1, layer.value[v]);
    head.scale = PrecisionScale(layer.scale);
    heads_.push_back(std::move(head));
    output_matrix_ = layer.output_matrix;
    residual_ = layer.residual;
    AffineMap readout;
    readout.weight = layer.readout.transpose();
    readout.bias = RationalVector::Constant(1, layer.readout_bias);
    network_.push_back(std::move(readout));
  }

  const Task& task() const override { return setting_->task(); }
  std::size_t tokens() const override { return task().space().length(); }
  Symbol contents(std::size_t token) const override { return task().space().alphabet_size(token); }
  Symbol content(std::span<const Symbol> word, std::size_t token) const override { return word[token]; }
  RationalVector encoding(std::size_t token, Symbol content) const override {
    return setting_->layer().encode(Integer(token + 1),
                                    Integer(task().first_symbol() + static_cast<long>(content)));
  }
  std::vector<TokenTuple> tuples(std::size_t, std::size_t token) const override {
    const std::size_t variables = setting_->layer().attention.variables();
    std::vector<TokenTuple> all;
    TokenTuple tuple(variables, 0);
    tuple[0] = token;
    while (true) {
      all.push_back(tuple);
      std::size_t v = variables;
      while (v > 1 && tuple[v - 1] + 1 == tokens()) tuple[--v] = 0;
      if (v == 1) return all;
      ++tuple[v - 1];
    }
  }

 private:
  std::unique_ptr<SoftmaxSetting> setting_;
};

[[noreturn]] void refuse(const Claim& claim, Variant variant, const std::vector<std::string>& problems) {
  throw UsageError("--variant", to_string(variant),
                   fmt::format("a variant of {} that defines a layer: {}", claim.info().id,
                               problems.empty() ? "this one does not" : problems.front()));
}

}  // namespace

std::unique_ptr<PrecisionProblem> precision_problem(const Claim& claim, Variant variant,
                                                    const Parameters& parameters) {
  if (const auto* softmax = dynamic_cast<const SoftmaxClaim*>(&claim)) {
    // The record that auto gives is that of A^2 = 1; `attest verify` replaces it by what its scan finds.
    if (claim.info().id == "poly/function-composition" && parameters.text("A2") == "auto")
      throw UsageError("A2", "auto", "a number p/q above 0 (attest verify finds the least that works)");
    auto setting = softmax->softmax_setting(variant, parameters);
    if (!setting->runnable()) refuse(claim, variant, setting->problems());
    return std::make_unique<SoftmaxPrecision>(std::move(setting));
  }
  if (const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim))
    return theorems::precision_problem(*theorem, variant, parameters);
  if (auto network = match_network_precision(claim, variant, parameters)) return network;
  return problem_by_claim(claim.info().id, variant, parameters);
}

}  // namespace attest
