#include "precision/chosen_inputs.hpp"

#include <random>
#include <set>

namespace attest {

std::vector<Integer> drawn_ranks(const Task& task, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::set<Integer> ranks;
  for (std::size_t k = 0; k < count; ++k)
    ranks.insert(task.space().rank(input_from("random", task, generator())));
  return {ranks.begin(), ranks.end()};
}

std::vector<std::string> outputs_of(const PrecisionProblem& problem, const EvaluationModel& model,
                                    const FloatFormat& format, const Integer& rank) {
  const Word word = problem.task().space().unrank(rank);
  const auto evaluator = problem.evaluator(model, format);
  std::vector<std::string> outputs;
  for (std::size_t which = 0; which < problem.task().judged_positions().size(); ++which)
    outputs.push_back(evaluator->output_text(word, which));
  return outputs;
}

}  // namespace attest
