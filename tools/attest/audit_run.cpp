#include "tools/attest/audit_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/papers.hpp"
#include "claims/usage_error.hpp"
#include "tools/attest/every_size.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"

namespace attest {

namespace {

// A setting that the audit did not come to.
Verdict not_begun(const ClaimInfo& info, Variant variant, const Parameters& parameters) {
  Verdict verdict;
  verdict.claim = info.id;
  verdict.variant = variant;
  verdict.source = info.source;
  verdict.parameters = parameters;
  verdict.reason = "not begun: the audit was interrupted or its budget was used up";
  return verdict;
}

}  // namespace

std::vector<Audited> audited_claims(const Context& context, const std::optional<std::string>& paper,
                                    const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const Paper& known : papers()) names.push_back(known.name);
  if (paper && std::find(names.begin(), names.end(), *paper) == names.end())
    throw UsageError("--paper", *paper, one_of(*paper, names));
  if (!words.empty() && paper) throw UsageError("CLAIM, --paper: got both, expected one of them");
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (std::find(words.begin(), word, *word) != word) throw UsageError("CLAIM", *word, "each claim once");
  }
  std::vector<Audited> result;
  for (const std::string& word : words) {
    const Claim& claim = theorem_argument(context, word);
    if (claim.info().standard_sizes.empty())
      throw UsageError("CLAIM", word, "a theorem with settings on record (its expect lines name sizes)");
    result.push_back({&claim, word});
  }
  if (!words.empty()) return result;
  for (const Claim* claim : context.catalogue.claims()) {
    if (!paper || claim->info().paper == *paper) result.push_back({claim, claim->info().id});
  }
  return result;
}

std::vector<AuditRow> run_audited(const std::vector<Audited>& audited, const AuditPlan& plan,
                                  const CommonOptions& common,
                                  const std::function<void(const AuditRow&)>& each) {
  TimedVerify verify(common);
  verify.announce_nothing();
  std::size_t expected = 0;
  for (const auto& [claim, word] : audited) {
    for (const auto& size : claim->info().standard_sizes) {
      if (!plan.quick || size.quick) expected += size.recorded.size();
    }
  }
  verify.expect(expected);
  EverySize every_size(common.verify_options());
  std::vector<AuditRow> rows;
  std::size_t claims = 0;
  for (const auto& [claim, word] : audited) {
    const ClaimInfo& info = claim->info();
    ++claims;
    if (plan.counted) verify.count_all(fmt::format("claim {} of {}", claims, audited.size()));
    for (const auto& size : info.standard_sizes) {
      if (plan.quick && !size.quick) continue;
      const Parameters parameters = parse_parameters(info.parameters, size.words);
      for (const auto& [variant, recorded] : size.recorded) {
        const bool begun = !verify.out_of_time();
        AuditRow row{begun ? verify(*claim, variant, parameters) : not_begun(info, variant, parameters),
                     recorded};
        row.claim = claim;
        row.begun = begun;
        mark_own(row.verdict, word);
        if (row.verdict.status == Status::holds && !verify.out_of_time())
          row.every_size = every_size.of(*claim, variant, parameters);
        each(row);
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

ExitStatus audit_status(const AuditRow& row) {
  if (row.verdict.status == row.recorded) return exit_holds;
  return row.verdict.status == Status::undecided ? exit_undecided : exit_refuted;
}

}  // namespace attest
