// A MatchProblem in one arithmetic: the layers one after the other, and psi at the end.
//
// An input on which a number is too large for the format, or on which an element-wise function is given a
// state at which it is not defined, is wrong.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "precision/matching/match_arithmetic.hpp"
#include "precision/matching/match_problem.hpp"

namespace attest {

class MatchEvaluator : public PrecisionEvaluator {
 public:
  // `problem` must outlive the evaluator.
  MatchEvaluator(const MatchProblem& problem, std::unique_ptr<MatchArithmetic> arithmetic);
  ~MatchEvaluator() override;

  struct Outcome {
    std::vector<Rational> outputs;  // at the judged positions; empty if there are none
    std::string undefined;          // why there are none, and where
  };
  Outcome evaluate(std::span<const Symbol> word);

  Answer answer(std::span<const Symbol> word) override;  // never undecided
  // In six digits, or "undefined".
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;
  const ExponentsMet& exponents() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace attest
