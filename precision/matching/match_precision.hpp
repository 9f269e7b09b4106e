// Exact-match layers (attention/match_layers.hpp) and their task for the study of formats: the record as it is verified.
//
// Q, K, V and psi are granted (seed 001_9fe7599dfb64bc47.txt, line 94): exact functions of the state that a token holds. What
// they give is then rounded. docs/precision-models.md writes the models down, operation by operation.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "attention/match_layers.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

class MatchPrecision : public PrecisionProblem {
 public:
  // Of each token of an input, unrounded.
  using FirstStates = std::function<std::vector<attention::State>(std::span<const Symbol> word)>;

  // Task and layers are kept by reference; `owner` keeps them. `judged`: the tokens, each once, whose outputs are those at the
  // judged positions, one token after the other.
  // UsageError where a layer keeps a residual, adds or scales what its heads give, or masks tokens.
  MatchPrecision(std::shared_ptr<const void> owner, const Task& task, const attention::MatchLayers& layers,
                 FirstStates first, std::vector<std::size_t> judged);

  const Task& task() const override { return task_; }
  const attention::MatchLayers& layers() const { return layers_; }
  std::vector<attention::State> first_states(std::span<const Symbol> word) const { return first_(word); }
  const std::vector<std::size_t>& judged() const { return judged_; }

  std::unique_ptr<PrecisionEvaluator> evaluator(const EvaluationModel& model, const FloatFormat& format,
                                                std::optional<EvaluationStep> wide) const override;
  std::unique_ptr<PrecisionEvaluator> exact_evaluator(const Rational& temperature) const override;
  bool has_scores() const override { return false; }
  std::string no_error_analysis() const override;
  // std::logic_error: there is none.
  std::optional<ErrorBound> output_error_bound(long significand_bits) const override;

 private:
  std::shared_ptr<const void> owner_;
  const Task& task_;
  const attention::MatchLayers& layers_;
  FirstStates first_;
  std::vector<std::size_t> judged_;
};

}  // namespace attest
