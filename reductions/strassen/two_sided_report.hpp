// How an outcome of check_two_sided becomes the checks, counts and details of a verdict.
#pragma once

#include <functional>
#include <string>

#include "claims/deadline.hpp"
#include "claims/verdict.hpp"
#include "reductions/strassen/two_sided.hpp"

namespace attest {

// "answers", "alphabet" and "one-half-a-token". `spelled` writes the instance and its image for a
// counterexample; `halves` names the two halves: {"p", "q"}.
void report_two_sided(const TwoSidedOutcome& outcome, const Deadline& deadline,
                      const std::pair<std::string, std::string>& halves,
                      const std::function<Json(std::uint64_t u, std::uint64_t v)>& spelled, Verdict& verdict);

// "(1,0,1)"
std::string tuple_text(const std::vector<int>& tuple);

}  // namespace attest
