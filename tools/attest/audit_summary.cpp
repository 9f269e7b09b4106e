#include "tools/attest/audit_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/attest/color.hpp"
#include "tools/attest/every_size.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

struct ClaimSummary {
  std::string name;                // behind the paper's
  bool printed = false;            // or stated, in a theorem file
  bool holds = true;               // so, at every setting
  bool mended = false;             // another variant was run, and held at every setting
  const Verdict* worst = nullptr;  // the first of the worst printed ones
  std::size_t verdicts = 0;
  std::string every_size;  // from where on it is proved, with everything below decided
};

struct PaperSummary {
  std::string name;
  std::vector<ClaimSummary> claims;
};

std::vector<PaperSummary> summarised(const std::vector<AuditRow>& rows) {
  std::vector<PaperSummary> papers;
  for (const AuditRow& row : rows) {
    const Verdict& v = row.verdict;
    // paper/name, or own:NAME of a theorem file
    const std::size_t sign = v.claim.find_first_of("/:");
    const std::string paper = v.claim.substr(0, sign);
    const std::string name = v.claim.substr(sign + 1);
    if (papers.empty() || papers.back().name != paper) papers.push_back({paper, {}});
    auto& claims = papers.back().claims;
    if (claims.empty() || claims.back().name != name) {
      claims.emplace_back();
      claims.back().name = name;
    }
    ClaimSummary& claim = claims.back();
    ++claim.verdicts;
    if (claim.every_size.empty() && row.every_size && row.every_size->status == Status::holds &&
        row.every_size->main)
      claim.every_size = every_size_text(row.every_size);
    if (v.variant != Variant::printed && v.variant != Variant::stated) {
      if (claim.verdicts == 1 || !claim.mended) claim.mended = v.status == Status::holds;
      continue;
    }
    claim.printed = true;
    if (v.status == Status::holds || v.status == Status::not_applicable) continue;
    claim.holds = false;
    if (claim.worst == nullptr || claim.worst->status < v.status) claim.worst = &v;
  }
  return papers;
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string paper_line(const PaperSummary& paper) {
  std::size_t printed = 0;
  std::size_t holding = 0;
  std::size_t verdicts = 0;
  for (const ClaimSummary& claim : paper.claims) {
    printed += claim.printed ? 1 : 0;
    holding += claim.printed && claim.holds ? 1 : 0;
    verdicts += claim.verdicts;
  }
  return labelled(
      paper.name,
      fmt::format("{}, {} as {} ({} at every size run); {}", counted(paper.claims.size(), "claim", "claims"),
                  counted(printed, "is run", "are run"), paper.name == "own" ? "stated" : "printed",
                  counted(holding, "holds", "hold"), counted(verdicts, "verdict", "verdicts")),
      0, 10, table_width());
}

// Beside the sizes that were run: `attest prove`.
std::string proved_line(const PaperSummary& paper) {
  std::string names;
  for (const ClaimSummary& claim : paper.claims) {
    if (!claim.every_size.empty())
      names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", claim.name, claim.every_size);
  }
  return names.empty() ? "" : wrapped("  proved for every size: " + names, 4, table_width()) + "\n";
}

}  // namespace

std::string audit_summary(const std::vector<AuditRow>& rows) {
  const std::size_t width = table_width();
  std::string text;
  for (const PaperSummary& paper : summarised(rows)) {
    text += paper_line(paper);
    std::size_t name_width = 0;
    std::size_t verdict_width = 0;
    for (const ClaimSummary& claim : paper.claims) {
      if (!claim.printed || claim.holds) continue;
      name_width = std::max(name_width, display_width(claim.name));
      verdict_width = std::max(verdict_width, display_width(status_text(*claim.worst)));
    }
    for (const ClaimSummary& claim : paper.claims) {
      if (!claim.printed || claim.holds) continue;
      const Verdict& v = *claim.worst;
      const std::string name = fmt::format("  {:<{}} ", claim.name, name_width);
      const std::string verdict = fmt::format("{:<{}} ", status_text(v), verdict_width);
      const std::size_t used = display_width(name) + display_width(verdict);
      text += name + colored(verdict, v.status) +
              shortened(v.reason.value_or(""), width > used + 10 ? width - used : 10) + "\n";
    }
    text += proved_line(paper);
  }
  return text;
}

}  // namespace attest
