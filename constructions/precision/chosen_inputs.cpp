#include "constructions/precision/chosen_inputs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <set>

#include "constructions/precision/rounded_evaluator.hpp"
#include "constructions/precision/stored_evaluator.hpp"

namespace attest {

namespace {

constexpr Precision reading_precision = 1024;

std::string for_reading(double y) {
  return std::isnan(y) ? std::string("nan") : fmt::format("{:.6g}", y);  // without the sign of a NaN
}

}  // namespace

std::vector<Integer> drawn_ranks(const Task& task, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::set<Integer> ranks;
  for (std::size_t k = 0; k < count; ++k)
    ranks.insert(task.space().rank(input_from("random", task, generator())));
  return {ranks.begin(), ranks.end()};
}

std::vector<std::string> outputs_of(const PrecisionProblem& problem, EvaluationModel model,
                                    const FloatFormat& format, const Integer& rank) {
  const Word word = problem.task().space().unrank(rank);
  const std::size_t count = problem.task().judged_positions().size();
  std::vector<std::string> outputs;
  if (model == EvaluationModel::stored) {
    StoredEvaluator evaluator(problem, format);
    for (std::size_t which = 0; which < count; ++which) {
      outputs.push_back(evaluator.stored()
                            ? for_reading(evaluator.output(word, which, reading_precision).middle_double())
                            : std::string("not stored"));
    }
    return outputs;
  }
  RoundedEvaluator evaluator(problem, model, format);
  for (std::size_t which = 0; which < count; ++which)
    outputs.push_back(for_reading(evaluator.output(word, which).to_double()));
  return outputs;
}

}  // namespace attest
