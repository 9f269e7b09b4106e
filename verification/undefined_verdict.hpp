// The verdict on a statement that does not say what is right on some input: ill-formed, with the first such input.
#pragma once

#include <optional>
#include <vector>

#include "claims/verdict.hpp"
#include "tasks/undefined_answer.hpp"
#include "verification/enumeration.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

// The first such input of the part, of which `known` is one; `known` itself where the run is told to stop, or where the first
// millions of words have none.
UndefinedAnswer first_undefined(const Task& task, const Part& part, const UndefinedAnswer& known);

// What verdicts of parts have found, of the lowest rank; nothing where no part has found any. UsageError where that input has an answer.
std::optional<UndefinedAnswer> undefined_of_parts(const Task& task, const std::vector<Json>& parts);

// `verdict`: of this setting, where nothing was run.
void make_ill_formed(Verdict& verdict, const JudgedSetting& setting, const UndefinedAnswer& first);

}  // namespace attest
