// What ea/next-token and ea/next-token-dot-product share: parameters, the run of a layer on a context, and
// the size.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "claims/whole_claim.hpp"
#include "constructions/ea/next_token_layer.hpp"
#include "tasks/next_token.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

struct NextTokenSizes {
  long N, tau, context;
};

// N, tau and context with their ranges.
std::vector<ParameterSpec> next_token_parameters();
// Throws UsageError where the context is too short to hold the causal tokens.
NextTokenSizes next_token_sizes(const Parameters& parameters);

class NextTokenLayerSetting : public ExactSetting {
 public:
  NextTokenLayerSetting(Variant variant, const Parameters& parameters, NextTokenHead head);

  const Task& task() const override { return task_; }
  bool runnable() const override { return vanishing_rows_.empty(); }
  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override;
  Size size() const override;
  Json weights() const override { return layer_.head().to_json(); }

 protected:
  const NextTokenSizes& sizes() const { return sizes_; }
  const NextToken& next_token() const { return task_; }
  const NextTokenLayer& layer() const { return layer_; }
  // The weights of the last row and what the attention puts out there: S, if all is well.
  std::vector<Rational> last_row(std::span<const Symbol> word) const;
  Rational attended_sum(std::span<const Symbol> word) const;

  // "normaliser": every row of the layer has one, on every context.
  Check normaliser_check() const;
  // "size": the same for N + 1 and for longer delays and contexts.
  Check size_check(const std::function<NextTokenHead(const NextTokenSizes&)>& head_of) const;

 private:
  NextTokenSizes sizes_;
  NextToken task_;
  NextTokenLayer layer_;
  std::vector<long> vanishing_rows_;
};

}  // namespace attest
