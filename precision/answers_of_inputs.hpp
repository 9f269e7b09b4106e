// The inputs of a study through evaluators in one arithmetic, by threads and, where it is shared, by ranks (ranks/shared_loop.hpp).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "precision/precision_study.hpp"

namespace attest {

// What a theorem leaves out, or does not judge, asks nothing of an evaluator.
Answer answer_on(const Task& task, PrecisionEvaluator& evaluator, std::span<const Symbol> word);

// All of an answer but format and model. `what` says what is run; `make` is called once for each thread.
//
// With options.first a wrong input ends it: what is counted is what stands up to the lowest one, whoever met which first, and the
// exponents, which other inputs may have had as well, are not told. A run that was stopped counts what it saw.
FormatAnswer answers_of_inputs(const PrecisionProblem& problem, const StudyOptions& options,
                               const std::string& what,
                               const std::function<std::unique_ptr<PrecisionEvaluator>()>& make);

}  // namespace attest
