// How what was found of a reduction in text becomes the checks, counts and details of a verdict.
#pragma once

#include <functional>
#include <string>

#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "reductions/text/reduction_outcome.hpp"
#include "theorems/stated_reduction.hpp"
#include "theorems/theorem_text.hpp"

namespace attest {

// "yes" or "no".
const char* said_answer(bool yes);

// Each part of an instance by its name: a number, a list, a list of rows.
Json fields_json(const theorems::InputLayout& layout, std::span<const long> cells);

// The essential or informative statement of a check; null where the text has none.
const theorems::CheckStatement* stated_check(const theorems::TheoremText& text, const std::string& name);

// Which dependences the checks of the text speak of: those of the source's letters where it is one input whose halves nobody
// names, of its inputs otherwise; none where no check asks.
std::vector<SourceUnit> units_asked(const theorems::TheoremText& text,
                                    const theorems::StatedReduction& reduction);

// Checks, counts, counterexample and details. `stopped`: why the outcome is not complete. `replay`: the command that runs an
// input; its JSON form is an instance of the source.
void report_reduction(const theorems::TheoremText& text, const theorems::StatedReduction& reduction,
                      const std::vector<SourceUnit>& units, const ReductionOutcome& outcome,
                      const std::string& stopped, const std::function<std::string(const Json& input)>& replay,
                      Verdict& verdict);

}  // namespace attest
