// Exact-match layers in one arithmetic: the plan of attention/ with that rounding, and psi at the end.
//
// An input on which a number is too large for the format, or on which an element-wise function is given a
// state at which it is not defined, is wrong.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attention/match_plan.hpp"
#include "precision/matching/match_arithmetic.hpp"
#include "precision/matching/match_precision.hpp"

namespace attest {

class MatchEvaluator : public PrecisionEvaluator {
 public:
  // `problem` must outlive the evaluator.
  MatchEvaluator(const MatchPrecision& problem, std::unique_ptr<MatchArithmetic> arithmetic);

  struct Outcome {
    std::vector<Rational> outputs;  // at the judged positions; empty if there are none
    std::string undefined;          // why there are none, and where
  };
  Outcome evaluate(std::span<const Symbol> word);

  Answer answer(std::span<const Symbol> word) override;  // never undecided
  // In six digits, or "undefined".
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;
  const ExponentsMet& exponents() const override { return arithmetic_->exponents(); }
  bool stalled() const override { return arithmetic_->stalled(); }

 private:
  struct KnownOutputs {
    std::vector<Rational> numbers;
    std::string undefined;  // why there are none
  };
  const std::vector<Rational>& outputs_of(std::uint32_t last_state);

  const MatchPrecision& problem_;
  std::unique_ptr<MatchArithmetic> arithmetic_;
  attention::MatchPlan plan_;
  std::vector<std::optional<KnownOutputs>> outputs_;  // [last state]
};

}  // namespace attest
