#include "constructions/precision/problem_of_claim.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/precision/problems_by_claim.hpp"
#include "precision/layer/layer_problem.hpp"
#include "precision/matching/match_network_problem.hpp"
#include "theorems/layer_precision.hpp"
#include "verification/softmax_claim.hpp"
#include "verification/transformer_claim.hpp"

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

class TransformerPrecision : public LayerProblem {
 public:
  explicit TransformerPrecision(std::unique_ptr<TransformerSetting> setting) : setting_(std::move(setting)) {
    const TransformerLayer& layer = setting_->layer();
    for (const TransformerLayerHead& from : layer.heads) {
      PrecisionHead head;
      head.query = from.query;
      switch (from.mechanism) {
        case Mechanism::strassen:
          head.monomials = {{0, 1}, {1, 2}, {2, 0}};
          break;
        case Mechanism::third_order:
          head.monomials = {{0, 1, 2}};
          break;
        case Mechanism::triangular:
          head.monomials = {{0, 1}};
          break;
      }
      // The second and third token of a sum; a triangular head's two are those of its query and key.
      const std::size_t first = from.mechanism == Mechanism::triangular ? 0 : 1;
      for (std::size_t v = 0; v < from.value.size(); ++v) head.values.emplace_back(first + v, from.value[v]);
      head.scale = PrecisionScale(from.scale);
      heads_.push_back(std::move(head));
    }
    output_matrix_ = layer.output_matrix;
    residual_ = layer.residual;
    network_ = layer.network.layers();
  }

  const Task& task() const override { return setting_->task(); }
  std::size_t tokens() const override { return setting_->task().tokens(); }
  Symbol contents(std::size_t token) const override { return setting_->task().contents(token); }
  Symbol content(std::span<const Symbol> word, std::size_t token) const override {
    return setting_->task().content(word, token);
  }
  RationalVector encoding(std::size_t token, Symbol content) const override {
    return setting_->layer().encode(setting_->task().feature_values(token, content));
  }
  std::vector<TokenTuple> tuples(std::size_t head, std::size_t token) const override {
    const Mechanism mechanism = setting_->layer().heads[head].mechanism;
    std::vector<TokenTuple> all;
    for (const auto& [j, k] : index_pairs(mechanism, token, tokens())) {
      if (mechanism == Mechanism::triangular) {
        all.push_back({j, k});
      } else {
        all.push_back({token, j, k});
      }
    }
    return all;
  }

 private:
  std::unique_ptr<TransformerSetting> setting_;
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
  if (const auto* transformer = dynamic_cast<const TransformerClaim*>(&claim)) {
    std::unique_ptr<JudgedSetting> setting = transformer->setting(variant, parameters);
    if (!setting->runnable()) refuse(claim, variant, {});
    auto* complete = dynamic_cast<TransformerSetting*>(setting.get());
    if (complete == nullptr) return nullptr;
    setting.release();  // NOLINT: the pointer below owns it
    return std::make_unique<TransformerPrecision>(std::unique_ptr<TransformerSetting>(complete));
  }
  if (const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim))
    return theorems::precision_problem(*theorem, variant, parameters);
  if (auto network = match_network_precision(claim, variant, parameters)) return network;
  return problem_by_claim(claim.info().id, variant, parameters);
}

}  // namespace attest
