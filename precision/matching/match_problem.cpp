#include "precision/matching/match_problem.hpp"

#include <stdexcept>

#include "precision/matching/match_evaluator.hpp"

namespace attest {

std::unique_ptr<PrecisionEvaluator> MatchProblem::evaluator(EvaluationModel model, const FloatFormat& format,
                                                            std::optional<EvaluationStep> wide) const {
  if (model == EvaluationModel::stored)
    return std::make_unique<MatchEvaluator>(*this, exact_match_arithmetic(format));
  return std::make_unique<MatchEvaluator>(*this, rounded_match_arithmetic(model, format, wide));
}

// There are no scores that the temperature could scale.
std::unique_ptr<PrecisionEvaluator> MatchProblem::exact_evaluator(const Rational&) const {
  return std::make_unique<MatchEvaluator>(*this, exact_match_arithmetic(std::nullopt));
}

std::string MatchProblem::no_error_analysis() const {
  return "the functions of a token's state are arbitrary and need not be continuous";
}

std::optional<ErrorBound> MatchProblem::output_error_bound(long) const {
  throw std::logic_error(no_error_analysis());
}

}  // namespace attest
