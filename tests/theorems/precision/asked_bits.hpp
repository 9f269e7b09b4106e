// A theorem whose bits for every size are asked for, and runs of it with so many.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "precision/precision_study.hpp"
#include "theorems/layer_precision.hpp"
#include "theorems/precision/sufficient_bits.hpp"

namespace attest::precision_tests {

struct Asked {
  const theorems::TheoremClaim& claim;
  Variant variant;

  std::unique_ptr<PrecisionProblem> at(const theorems::Sizes& sizes) const {
    std::vector<std::string> words;
    for (const auto& [name, value] : sizes) words.push_back(name + "=" + value.str());
    return theorems::precision_problem(claim, variant, parse_parameters(claim.info().parameters, words));
  }
  theorems::SufficientBits bits() const {
    return theorems::sufficient_bits(claim, variant, {}, VerifyOptions());
  }
};

inline bool all_right(const PrecisionProblem& problem, const EvaluationModel& model, long bits,
                      const StudyOptions& options = {}) {
  return evaluate_on(problem, model, unbounded_format(bits), options).all_right();
}

}  // namespace attest::precision_tests
