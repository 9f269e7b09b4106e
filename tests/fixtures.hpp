// Layers of the repaired constructions, ready to be evaluated.
#pragma once

#include <memory>

#include "attention/spectrum.hpp"
#include "constructions/poly/function_composition.hpp"
#include "constructions/strassen/function_composition.hpp"
#include "tasks/function_composition.hpp"
#include "verification/softmax_problem.hpp"

namespace attest::fixtures {

struct Layer {
  std::unique_ptr<Task> task;
  std::unique_ptr<SoftmaxProblem> problem;
};

inline Layer layer_of(const Construction& construction, long functions, long n) {
  Layer result;
  result.task = std::make_unique<FunctionComposition>(functions, n);
  result.problem =
      std::make_unique<SoftmaxProblem>(instantiate(construction, {{"n", Polynomial(n)}}).layer, *result.task);
  result.problem->forest = forest_for(result.problem->tokens);
  return result;
}

inline Layer strassen(long n) {
  return layer_of(strassen_function_composition(Variant::repaired), 2, n);
}

inline Layer poly(long t, long n, const Rational& a_squared, Variant variant = Variant::repaired) {
  return layer_of(poly_function_composition(variant, t, n, a_squared), t, n);
}

inline Word word_of(const Json& numbers) {
  Word word;
  for (const auto& number : numbers) word.push_back(number.get<Symbol>() - 1);
  return word;
}

}  // namespace attest::fixtures
