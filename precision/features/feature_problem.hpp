// A construction whose receiver attends to senders by inner products of features and gets an average of
// relations (seed 002, eqs. 4-7), and must be near a vector:
//
//   w = Softmax_i(<query(x), key(y_i)>)
//   y = sum_i w_i v_i,  v_i = (<query_l(x), key_l(y_i)>)_l
//
// Right if |y - R| < eps in every coordinate, strictly. W_r = I and W_s = 0 (seed 002, line 226), so that nothing follows the average.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attention/relu_network.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

struct FeatureAttention {
  std::vector<RationalVector> receivers;  // encodings
  std::vector<RationalVector> senders;
  ReluNetwork query;
  ReluNetwork key;
  std::vector<ReluNetwork> relation_query;  // [l]
  std::vector<ReluNetwork> relation_key;

  std::size_t outputs() const { return relation_query.size(); }
};

class FeatureProblem : public PrecisionProblem {
 public:
  // What a word asks: numbers of the receiver and of the senders, in the order of the sums.
  struct Context {
    std::size_t receiver = 0;
    std::vector<std::size_t> senders;
  };
  virtual void read(std::span<const Symbol> word, Context& context) const = 0;
  // Which of targets() the output must be near; nullopt where the word is not judged.
  virtual std::optional<std::size_t> target(std::span<const Symbol> word) const = 0;

  std::unique_ptr<PrecisionEvaluator> evaluator(EvaluationModel model, const FloatFormat& format,
                                                std::optional<EvaluationStep> wide) const override;
  std::unique_ptr<PrecisionEvaluator> exact_evaluator(const Rational& temperature) const override;
  bool has_scores() const override { return true; }
  std::string no_error_analysis() const override { return ""; }
  std::optional<ErrorBound> output_error_bound(long significand_bits) const override;
  // eps minus the largest exact error of a judged input.
  std::optional<OutputMargin> output_margin(const Verdict& verdict) const override;

  const FeatureAttention& attention() const { return attention_; }
  const std::vector<RationalVector>& targets() const { return targets_; }
  const Rational& eps() const { return eps_; }
  std::size_t longest_context() const { return longest_context_; }

 protected:
  FeatureAttention attention_;
  std::vector<RationalVector> targets_;
  Rational eps_;
  std::size_t longest_context_ = 1;  // the most senders that a word has
};

// "0.5", or "(0.5, 1)" where there are several.
std::string coordinates_text(const std::vector<std::string>& coordinates);

}  // namespace attest
