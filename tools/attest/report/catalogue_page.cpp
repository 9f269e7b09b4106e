#include "tools/attest/report/catalogue_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/papers.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/every_size.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest::report {

namespace {

// What the settings of one claim and variant say together.
struct Together {
  const Claim* claim = nullptr;
  const Verdict* gravest = nullptr;
  std::size_t settings = 0;
  std::size_t agreeing = 0;  // with the gravest
  std::size_t not_as_recorded = 0;
  std::string evidence;
  std::string every_size = "-";
};

// In the order of the rows; rows of one claim and variant that others stand between come together.
std::vector<Together> together(const std::vector<Audited>& audited, const std::vector<AuditRow>& rows) {
  std::vector<Together> all;
  std::map<std::pair<std::string, Variant>, std::size_t> at;
  std::map<std::string, const Claim*> claims;
  for (const auto& [claim, word] : audited) claims[claim->info().id] = claim;
  for (const AuditRow& row : rows) {
    const auto [known, fresh] = at.try_emplace({row.verdict.claim, row.verdict.variant}, all.size());
    if (fresh) all.emplace_back();
    Together& of = all[known->second];
    of.claim = claims.at(row.verdict.claim);
    ++of.settings;
    if (of.gravest == nullptr || of.gravest->status < row.verdict.status) of.gravest = &row.verdict;
    if (audit_status(row) != exit_holds) ++of.not_as_recorded;
    const std::string evidence = row.verdict.evidence ? to_string(*row.verdict.evidence) : "";
    if (!evidence.empty() && of.evidence.find(evidence) == std::string::npos)
      of.evidence += (of.evidence.empty() ? "" : ", ") + evidence;
    if (of.every_size == "-" && row.every_size) of.every_size = every_size_text(row.every_size);
  }
  for (const AuditRow& row : rows) {
    Together& of = all[at.at({row.verdict.claim, row.verdict.variant})];
    of.agreeing += row.verdict.status == of.gravest->status ? 1 : 0;
  }
  return all;
}

Catalogued catalogued(const std::vector<Together>& all) {
  Catalogued table{
      {{"paper", "claim", "title", "variant", "verdict", "settings", "evidence", "every size", "reason"}, {}},
      {0, 3, 4, 6}};
  for (const Together& of : all) {
    const ClaimInfo& info = of.claim->info();
    const bool own = of.gravest->own.has_value();
    table.table.rows.push_back(
        {own ? "own" : info.paper, name_of(*of.gravest), info.title, to_string(of.gravest->variant),
         status_text(*of.gravest) +
             (of.not_as_recorded == 0 ? "" : fmt::format(", {} not as recorded", of.not_as_recorded)),
         fmt::format("{} of {}", of.agreeing, of.settings), of.evidence.empty() ? "-" : of.evidence,
         of.every_size,
         of.gravest->reason && of.gravest->status != Status::holds
             ? fmt::format("{}: {}", of.gravest->parameters.to_string(), *of.gravest->reason)
             : ""});
  }
  return table;
}

Section paper_section(const std::vector<Together>& all) {
  Section section{"The papers", {}};
  Table table{{"paper", "citation", "claims", "run as printed", "hold as printed", "mended or replaced"}, {}};
  for (const Paper& paper : papers()) {
    std::size_t printed = 0;
    std::size_t holding = 0;
    std::map<std::string, bool> mended;  // each claim: whether another variant holds
    for (const Together& of : all) {
      if (of.claim->info().paper != paper.name || of.gravest->own) continue;
      bool& other = mended[of.claim->info().id];
      const bool holds = of.gravest->status <= Status::holds;
      if (of.gravest->variant == Variant::printed) {
        ++printed;
        holding += holds ? 1 : 0;
      } else {
        other = other || holds;
      }
    }
    if (mended.empty()) continue;
    const auto others =
        std::count_if(mended.begin(), mended.end(), [](const auto& entry) { return entry.second; });
    table.rows.push_back({paper.name, citation(paper), std::to_string(mended.size()), std::to_string(printed),
                          std::to_string(holding), std::to_string(others)});
  }
  if (!table.rows.empty()) {
    section.blocks.emplace_back(Tabled{"", table});
    section.blocks.emplace_back(Prose{
        "A claim holds as printed where no setting that was run refutes it. Mended or replaced: a repaired or a "
        "constructed variant holds at every setting that was run."});
  }
  return section;
}

}  // namespace

Page catalogue_page(const std::vector<Audited>& audited, const std::vector<AuditRow>& rows,
                    const Provenance& provenance) {
  Page page;
  page.title = "What was claimed and what was found";
  page.provenance = fmt::format("attest {}, seed {}: {}", version(), provenance.seed, provenance.command);
  std::map<Status, std::size_t> counts;
  for (const AuditRow& row : rows) ++counts[row.verdict.status];
  page.subtitle =
      fmt::format("{} claim{}, {} verdicts", audited.size(), audited.size() == 1 ? "" : "s", rows.size());
  for (const auto& [status, count] : counts)
    page.badges.push_back({to_string(status), std::to_string(count), status});
  const std::vector<Together> all = together(audited, rows);
  page.sections.push_back(paper_section(all));
  Section claims{"The claims", {}};
  claims.blocks.emplace_back(Prose{
      "A row is a claim and a variant: the gravest verdict of its settings, at how many of them it stands, and the reason at "
      "the first of these. \"Every size\" says from where on it is proved for all sizes."});
  claims.blocks.emplace_back(catalogued(all));
  page.sections.push_back(std::move(claims));
  Section reproduce{"To reproduce", {}};
  reproduce.blocks.emplace_back(Typed{provenance.command + "\nattest audit --quick --all\n" +
                                      shell_command({"attest", "report", "CLAIM", "--out", "page.html"}) +
                                      "\n"});
  reproduce.blocks.emplace_back(
      Listed{{{"program", fmt::format("attest {}, commit {}", version(), build_identity())},
              {"seed", std::to_string(provenance.seed)}}});
  page.sections.push_back(std::move(reproduce));
  return page;
}

}  // namespace attest::report
