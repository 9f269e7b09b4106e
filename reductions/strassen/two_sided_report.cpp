#include "reductions/strassen/two_sided_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/whole_claim.hpp"

namespace attest {

std::string tuple_text(const std::vector<int>& tuple) {
  return fmt::format("({})", fmt::join(tuple, ","));
}

void report_two_sided(const TwoSidedOutcome& outcome, const Deadline& deadline,
                      const std::pair<std::string, std::string>& halves,
                      const std::function<Json(std::uint64_t u, std::uint64_t v)>& spelled,
                      Verdict& verdict) {
  verdict.inputs = {outcome.instances, outcome.instances, outcome.checked, outcome.failing};
  const std::string stopped = outcome.complete() ? std::string() : deadline.reason();
  const std::uint64_t no = outcome.checked - outcome.yes;

  if (outcome.first_defect) {
    verdict.checks.push_back(refuted(Kind::construction, "alphabet", outcome.defect));
  } else if (!outcome.complete()) {
    verdict.checks.push_back(undecided("alphabet", stopped));
  } else {
    verdict.checks.push_back(
        holds("alphabet", Evidence::enumeration, "every image is an instance of the task"));
  }

  if (outcome.first_failure) {
    const auto [u, v] = *outcome.first_failure;
    verdict.counterexample = spelled(u, v);
    verdict.checks.push_back(
        refuted(Kind::construction, "answers",
                fmt::format("the answers differ on {} of {} instances", outcome.failing, outcome.checked)));
  } else if (outcome.first_defect) {
    const auto [u, v] = *outcome.first_defect;
    verdict.counterexample = spelled(u, v);
    verdict.checks.push_back(undecided("answers", "some image is no instance of the task"));
  } else if (!outcome.complete()) {
    verdict.checks.push_back(undecided("answers", stopped));
  } else {
    verdict.checks.push_back(
        holds("answers", Evidence::enumeration,
              fmt::format("{} yes instances become yes, {} no instances become no", outcome.yes, no)));
  }

  if (!outcome.complete()) {
    verdict.checks.push_back(undecided("one-half-a-token", stopped));
  } else if (!outcome.mixed.empty()) {
    verdict.checks.push_back(refuted(Kind::construction, "one-half-a-token",
                                     fmt::format("token {} depends on both {} and {}",
                                                 outcome.mixed.front() + 1, halves.first, halves.second)));
    if (verdict.counterexample.is_null()) verdict.counterexample = spelled(0, 0);
  } else {
    verdict.checks.push_back(holds(
        "one-half-a-token", Evidence::enumeration,
        fmt::format("tokens that depend on {} alone: {}, on {} alone: {}, fixed: {}", halves.first,
                    outcome.of_left.size(), halves.second, outcome.of_right.size(), outcome.fixed.size())));
    verdict.details["tokens"] = outcome.fixed.size() + outcome.of_left.size() + outcome.of_right.size();
    verdict.details["fixed_tokens"] = outcome.fixed.size();
  }
  verdict.details["yes_instances"] = std::to_string(outcome.yes);
  verdict.details["no_instances"] = std::to_string(no);
}

}  // namespace attest
