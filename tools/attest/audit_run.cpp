#include "tools/attest/audit_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/papers.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/verdict_from_json.hpp"
#include "ranks/shared_loop.hpp"
#include "tools/attest/every_size.hpp"
#include "tools/attest/shared_command.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"

namespace attest {

namespace {

constexpr std::size_t enough_rows = 16;

// A setting that the audit has not come to.
Verdict not_yet_begun(const ClaimInfo& info, Variant variant, const Parameters& parameters) {
  Verdict verdict;
  verdict.claim = info.id;
  verdict.variant = variant;
  verdict.source = info.source;
  verdict.parameters = parameters;
  return verdict;
}

std::vector<AuditRow> rows_to_come(const std::vector<Audited>& audited, const AuditPlan& plan) {
  std::vector<AuditRow> rows;
  for (std::size_t which = 0; which < audited.size(); ++which) {
    const Claim* const claim = audited[which].claim;
    for (const auto& size : claim->info().standard_sizes) {
      if (plan.quick && !size.quick) continue;
      const Parameters parameters = parse_parameters(claim->info().parameters, size.words);
      for (const auto& [variant, recorded] : size.recorded) {
        AuditRow& row =
            rows.emplace_back(AuditRow{not_yet_begun(claim->info(), variant, parameters), recorded});
        row.claim = claim;
        row.parameters = parameters;
        row.which = which + 1;
        row.begun = false;
      }
    }
  }
  return rows;
}

// What nobody has begun and, where ranks share the rows, what one has begun and not told of look alike.
std::string not_begun(bool by_rows) {
  return fmt::format("not begun{}: {}", by_rows ? ", or not finished by another rank" : "",
                     interruption_cause() == std::string(lost_rank_cause)
                         ? lost_rank_cause
                         : "the audit was interrupted or its budget was used up");
}

void look_at(const TimedVerify& verify, AuditRow& row) {
  row.verdict = verify(*row.claim, row.verdict.variant, row.parameters);
  row.begun = true;
}

// Every rank looks at some of the rows.
void share_rows(const Context& context, const TimedVerify& verify, std::vector<AuditRow>& rows) {
  const SharedCommand shared(context);
  ranks::SharedLoop loop;
  loop.all = {0, rows.size()};
  loop.compute = [&](IndexRange range) {
    for (std::size_t k = range.first; k < range.end && !verify.out_of_time(); ++k) look_at(verify, rows[k]);
  };
  // How the whole ended nobody but rank 0 needs to know.
  loop.say = [&](IndexRange range) {
    Json says = Json::array();
    if (!ranks::follows()) return says;
    for (std::size_t k = range.first; k < range.end; ++k) says.push_back(to_json(rows[k].verdict));
    return says;
  };
  loop.take_in = [&](IndexRange range, const Json& says) {
    if (ranks::follows()) return;
    if (says.size() != range.size()) throw std::invalid_argument("as many verdicts as there are rows");
    for (std::size_t k = range.first; k < range.end; ++k) {
      const Verdict& asked = rows[k].verdict;
      rows[k].verdict =
          verdict_from_json(says[k - range.first], rows[k].claim->info(), asked.variant, asked.parameters);
      rows[k].begun = true;
    }
  };
  loop.stop = [&] { return verify.out_of_time(); };
  run_loop(shared.work(), "rows", loop);
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

std::vector<AuditRow> run_audited(const Context& context, const std::vector<Audited>& audited,
                                  const AuditPlan& plan, const CommonOptions& common,
                                  const std::function<void(const AuditRow&)>& each) {
  TimedVerify verify(common);
  verify.announce_nothing();
  std::vector<AuditRow> rows = rows_to_come(audited, plan);
  verify.expect(rows.size());
  const bool by_rows = ranks::crew() != nullptr && rows.size() >= enough_rows;
  if (by_rows) {
    if (plan.counted) verify.count_all("rank 0");
    verify.share_nothing();
    share_rows(context, verify, rows);
  }
  EverySize every_size(common.verify_options());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    AuditRow& row = rows[k];
    if (plan.counted) verify.count_all(fmt::format("claim {} of {}", row.which, audited.size()));
    if (!by_rows && !verify.out_of_time()) look_at(verify, row);
    if (!row.begun) row.verdict.reason = not_begun(by_rows);
    const std::string& word = audited[row.which - 1].word;
    mark_own(row.verdict, word);
    if (row.verdict.status == Status::holds && !verify.out_of_time() && !ranks::follows())
      row.every_size = every_size.of(*row.claim, row.verdict.variant, row.parameters);
    if (row.every_size) take_growth(row.verdict, *row.claim, row.parameters, *row.every_size);
    each(row);
  }
  return rows;
}

ExitStatus audit_status(const AuditRow& row) {
  if (row.verdict.status == row.recorded) return exit_holds;
  return row.verdict.status == Status::undecided ? exit_undecided : exit_refuted;
}

}  // namespace attest
