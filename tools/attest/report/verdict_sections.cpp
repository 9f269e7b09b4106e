#include "tools/attest/report/verdict_sections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/attest/verdict_table.hpp"

namespace attest::report {

Section verdict_section(const Subject& subject) {
  Section section{"What was found", {}};
  std::vector<Verdict> verdicts;
  for (const ReportedVerdict& row : subject.verdicts) verdicts.push_back(row.verdict);
  const Table all = verdict_table(verdicts, true, Format::markdown);
  Table table{{"variant", "setting", "verdict", "evidence", "inputs", "failing", "score gap", "error at most",
               "margin at least"},
              {}};
  const bool recorded = !subject.verdicts.empty() && subject.verdicts.front().recorded;
  if (recorded) table.header.emplace_back("as recorded");
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;  // why, and of which settings
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    const auto& row = all.rows[k];
    table.rows.push_back({row[1], row[2], row[3], row[4], row[6], row[7], row[8], row[9], row[10]});
    const ReportedVerdict& reported = subject.verdicts[k];
    if (recorded)
      table.rows.back().push_back(
          reported.as_recorded ? "yes" : fmt::format("no: {}", to_string(*reported.recorded)));
    if (row[11].empty()) continue;
    const std::string why = fmt::format("{}, {}: {}", row[1], row[3], row[11]);
    const auto known =
        std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return r.first == why; });
    if (known == reasons.end()) {
      reasons.push_back({why, {row[2]}});
    } else {
      known->second.push_back(row[2]);
    }
  }
  section.blocks.emplace_back(Prose{
      "Each verdict speaks of its setting alone, where the evidence is enumeration or a cover of every input. The error is "
      "the largest, the margin the least of all inputs; both are rounded outward."});
  section.blocks.emplace_back(Tabled{"", table});
  if (!reasons.empty()) {
    Remarks remarks;
    for (const auto& [why, settings] : reasons)
      remarks.emplace_back(fmt::format("{}", fmt::join(settings, "; ")), why);
    section.blocks.emplace_back(Titled{"Reasons"});
    section.blocks.emplace_back(Listed{remarks});
  }
  Remarks beside;  // what is said beside the claim and could not be confirmed
  for (const ReportedVerdict& row : subject.verdicts) {
    for (const Check& check : row.verdict.checks) {
      if (check.essential || check.status == Status::holds || check.status == Status::not_applicable)
        continue;
      beside.emplace_back(
          fmt::format("{} {}", to_string(row.verdict.variant), row.verdict.parameters.to_string()),
          fmt::format("{} {}{}", check.name, to_string(check.status),
                      check.reason ? ": " + *check.reason : ""));
    }
  }
  if (!beside.empty()) {
    section.blocks.emplace_back(Titled{"Said beside the claim, and not confirmed at single sizes"});
    section.blocks.emplace_back(Listed{beside});
  }
  return section;
}

}  // namespace attest::report
