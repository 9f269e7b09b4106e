// A transformer of exact-match heads whose queries, keys, values and psi are arbitrary functions of one
// token's state (seed 001_9fe7599dfb64bc47.txt, Definitions 2.1, 2.2 and B.1, line 94), and its task.
//
// Those functions are granted: they are exact functions of the state that a token holds, and what they give
// is then rounded. docs/precision.md writes the three models down, operation by operation.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "attention/whole_number.hpp"
#include "precision/matching/match_arithmetic.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

using TokenState = std::vector<Rational>;
using MatchKey = std::vector<Rational>;

// Q, K and V of one head at one token, before they are rounded.
struct MatchOffer {
  MatchKey query;  // at least one number
  MatchKey key;    // no number: this token offers nothing, and no query finds it
  TokenState value;
};

class MatchProblem : public PrecisionProblem {
 public:
  // X^(0), one state a token, at least one token.
  virtual std::vector<TokenState> states(std::span<const Symbol> word) const = 0;
  virtual std::size_t layers() const = 0;
  // Of all heads of a layer, at a token (from 0). The numbers of heads and of a head's values depend on the
  // layer alone. UndefinedState where a function is not defined at this state.
  virtual std::vector<MatchOffer> offers(std::size_t layer, std::size_t token,
                                         const TokenState& state) const = 0;
  // psi at a token, from its state after the last layer. The outputs of all tokens, one token after the
  // other, are those at the judged positions. UndefinedState as above.
  virtual std::vector<Rational> outputs(std::size_t token, const TokenState& state) const = 0;

  std::unique_ptr<PrecisionEvaluator> evaluator(EvaluationModel model, const FloatFormat& format,
                                                std::optional<EvaluationStep> wide) const override;
  std::unique_ptr<PrecisionEvaluator> exact_evaluator(const Rational& temperature) const override;
  bool has_scores() const override { return false; }
  std::string no_error_analysis() const override;
  // std::logic_error: there is none.
  std::optional<ErrorBound> output_error_bound(long significand_bits) const override;
};

}  // namespace attest
