// The right answers of a task, by the evaluator of truth.
#pragma once

#include "theorems/theorem_task.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// ParseError for an answer that does not type; the function throws UsageError where an answer is no integer below 2^53 (or
// no yes or no).
TruthFunction truth_of(const TheoremText& text, const TaskStatement& task, const InputLayout& layout,
                       const TokenTable& table, const std::vector<attention::Token>& judged,
                       const std::map<std::string, Rational>& constants);

}  // namespace attest::theorems
