// Some inputs of a space that is too large to visit, and what the evaluators put out on one of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "numeric/floating/float_format.hpp"
#include "precision/evaluation_model.hpp"
#include "precision/precision_problem.hpp"
#include "verification/input_argument.hpp"

namespace attest {

// Up to `count` ranks, ascending and each once, drawn uniformly with the seed.
std::vector<Integer> drawn_ranks(const Task& task, std::size_t count, std::uint64_t seed);

// y at the judged positions, as output_text gives it.
std::vector<std::string> outputs_of(const PrecisionProblem& problem, const EvaluationModel& model,
                                    const FloatFormat& format, const Integer& rank);

}  // namespace attest
