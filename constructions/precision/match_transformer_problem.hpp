// The exact-match transformers of anna/induction-heads and anna/k-hop, as they are verified, in the shape
// that rounded evaluation reads.
#pragma once

#include <functional>
#include <memory>

#include "claims/claim.hpp"
#include "precision/matching/match_problem.hpp"

namespace attest {

// A MatchTransformer whose judged positions are all its tokens. `states` gives X^(0).
class MatchTransformerProblem : public MatchProblem {
 public:
  MatchTransformerProblem(std::unique_ptr<Task> task, MatchTransformer transformer,
                          std::function<std::vector<TokenState>(std::span<const Symbol> word)> states)
      : task_(std::move(task)), transformer_(std::move(transformer)), states_(std::move(states)) {}

  const Task& task() const override { return *task_; }
  std::vector<TokenState> states(std::span<const Symbol> word) const override { return states_(word); }
  std::size_t layers() const override { return transformer_.layers.size(); }
  std::vector<MatchOffer> offers(std::size_t layer, std::size_t token,
                                 const TokenState& state) const override;
  std::vector<Rational> outputs(std::size_t, const TokenState& state) const override {
    return {transformer_.output(state)};
  }

 private:
  std::unique_ptr<Task> task_;
  MatchTransformer transformer_;
  std::function<std::vector<TokenState>(std::span<const Symbol> word)> states_;
};

// UsageError for the variants that are protocols of machines, not transformers.
std::unique_ptr<PrecisionProblem> induction_heads_precision(Variant variant, const Parameters& parameters);
std::unique_ptr<PrecisionProblem> k_hop_precision(Variant variant, const Parameters& parameters);

}  // namespace attest
