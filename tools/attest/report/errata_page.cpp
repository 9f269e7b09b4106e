#include "tools/attest/report/errata_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "claims/quotes.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/every_size.hpp"
#include "tools/attest/explained_input.hpp"
#include "tools/attest/replay.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_text.hpp"
#include "tools/attest/version.hpp"

namespace attest::report {

namespace {

constexpr std::size_t longest_witness = 300;  // characters; more is for the command that shows it

std::vector<const AuditRow*> rows_of(const std::vector<AuditRow>& rows, const ClaimInfo& info,
                                     Variant variant) {
  std::vector<const AuditRow*> result;
  for (const AuditRow& row : rows) {
    if (row.verdict.claim == info.id && row.verdict.variant == variant) result.push_back(&row);
  }
  return result;
}

bool fails(const AuditRow& row) {
  return row.verdict.status == Status::refuted || row.verdict.status == Status::ill_formed;
}

// The first of the gravest.
const AuditRow* gravest_of(const std::vector<const AuditRow*>& rows) {
  const AuditRow* gravest = nullptr;
  for (const AuditRow* row : rows) {
    if (gravest == nullptr || gravest->verdict.status < row->verdict.status) gravest = row;
  }
  return gravest;
}

// "holds at 3 of 4 settings that were run (n=1; n=2; n=3); says nothing at n=4; proved for every size: n >= 3"; empty: it holds nowhere.
std::string holding_text(const std::vector<const AuditRow*>& rows) {
  std::vector<std::string> holding;
  std::vector<std::string> silent;
  std::string every_size;
  for (const AuditRow* row : rows) {
    if (row->verdict.status == Status::not_applicable) silent.push_back(row->verdict.parameters.to_string());
    if (row->verdict.status != Status::holds) continue;
    holding.push_back(row->verdict.parameters.to_string());
    if (every_size.empty() && row->every_size && row->every_size->status == Status::holds)
      every_size = every_size_text(row->every_size);
  }
  if (holding.empty()) return "";
  const bool all = holding.size() == rows.size();
  std::string text = all ? fmt::format("holds at every setting that was run ({})", fmt::join(holding, "; "))
                         : fmt::format("holds at {} of {} settings that were run ({})", holding.size(),
                                       rows.size(), fmt::join(holding, "; "));
  if (!silent.empty()) text += fmt::format("; says nothing at {}", fmt::join(silent, "; "));
  if (!every_size.empty() && every_size != "-") text += "; proved for every size: " + every_size;
  return text;
}

std::string damage_note(const std::vector<const AuditRow*>& rows) {
  for (const AuditRow* row : rows) {
    for (const std::string& note : row->verdict.notes) {
      if (note.find("damage") != std::string::npos) return note;
    }
  }
  return "";
}

std::string in_short(const std::string& text) {
  return text.size() <= longest_witness ? text : "too long for this page; the command shows it";
}

// What is wrong at the witness and how to see it.
void add_witness(Remarks& remarks, const Claim& claim, Verdict verdict, std::uint64_t seed) {
  const std::string word = claim.info().id;
  if (!verdict.counterexample.is_object()) return;
  const ExplainedInput explained{claim,        word, verdict.variant, verdict.parameters, std::nullopt,
                                 std::nullopt, seed};
  std::string replay;
  if (verdict.counterexample.contains("input"))
    remarks.emplace_back("witness", in_short(verdict.counterexample["input"].dump()));
  if (explained.has_layer() && verdict.counterexample.contains("rank") &&
      verdict.counterexample.contains("position")) {
    const std::string rank = verdict.counterexample["rank"].get<std::string>();
    try {
      const Json document = explained.document("rank:" + rank, verdict.counterexample["position"]);
      remarks.emplace_back("cause", document["cause"].get<std::string>());
      replay = document["replay"].get<std::string>();
    } catch (const std::runtime_error&) {  // the witness stands without it
    }
  } else if (!explained.has_layer()) {
    add_replay(claim, word, std::nullopt, verdict);
  }
  if (replay.empty() && verdict.counterexample.contains("replay"))
    replay = verdict.counterexample["replay"].get<std::string>();
  if (!replay.empty()) remarks.emplace_back("replay", replay);
}

void add_repairs(Remarks& remarks, const ClaimInfo& info, const std::vector<AuditRow>& rows) {
  bool any = false;
  for (const VariantInfo& variant : info.variants) {
    if (variant.variant == Variant::printed) continue;
    any = true;
    const std::string name = to_string(variant.variant);
    remarks.emplace_back(name, variant.summary);
    for (const std::string& change : variant.changes) remarks.emplace_back("change", change);
    const std::string holding = holding_text(rows_of(rows, info, variant.variant));
    remarks.emplace_back("survives",
                         name + ": " + (holding.empty() ? "it holds at no setting that was run" : holding));
  }
  if (!any) remarks.emplace_back("repair", "none on record");
}

void add_entry(Section& section, const Claim& claim, const std::vector<AuditRow>& rows,
               const std::vector<const AuditRow*>& printed, std::uint64_t seed) {
  const ClaimInfo& info = claim.info();
  const Verdict& verdict = gravest_of(printed)->verdict;
  section.blocks.emplace_back(Titled{info.title});
  Remarks remarks;
  remarks.emplace_back("place", source_text(info.source));
  remarks.emplace_back("claimed", info.statement);
  remarks.emplace_back("printed", info.info(Variant::printed).summary);
  remarks.emplace_back("fails",
                       fmt::format("{} at {}{}", status_text(verdict), verdict.parameters.to_string(),
                                   verdict.reason ? ": " + *verdict.reason : ""));
  for (const Quote& quote : quoted_lines(info.paper, verdict.reason.value_or("")))
    remarks.emplace_back(place_of(quote), "`" + quote.text + "`");
  add_witness(remarks, claim, verdict, seed);
  if (const std::string note = damage_note(printed); !note.empty())
    remarks.emplace_back("transcription", note);
  for (const char* list : {"choices", "readings"}) {
    if (!verdict.details.contains(list)) continue;
    for (const Json& entry : verdict.details[list])
      remarks.emplace_back("in its favour", entry.get<std::string>());
  }
  if (const std::string holding = holding_text(printed); !holding.empty())
    remarks.emplace_back("survives", "as printed: " + holding);
  std::vector<std::string> checks;
  for (const Check& check : verdict.checks) {
    if (check.essential && check.status == Status::holds) checks.push_back(check.name);
  }
  if (!checks.empty())
    remarks.emplace_back("survives", fmt::format("at {}, as printed: the checks {} hold",
                                                 verdict.parameters.to_string(), fmt::join(checks, ", ")));
  add_repairs(remarks, info, rows);
  std::vector<std::string> words{"attest", "verify", info.id};
  for (const std::string& word : parameter_words(verdict.parameters)) words.push_back(word);
  remarks.emplace_back("command", shell_command(words));
  section.blocks.emplace_back(Listed{remarks});
}

}  // namespace

Page errata_page(const Paper& paper, const std::vector<Audited>& audited, const std::vector<AuditRow>& rows,
                 const Provenance& provenance) {
  Section wrong{"To be corrected", {}};
  Section damaged{"Perhaps damage of the copy that was read", {}};
  Section standing{"What holds as printed", {}};
  Section open{"What was not decided", {}};
  Remarks holds;
  Remarks undecided;
  std::size_t printed_claims = 0;
  std::size_t failing_claims = 0;
  for (const auto& [claim, word] : audited) {
    const ClaimInfo& info = claim->info();
    const std::vector<const AuditRow*> printed = rows_of(rows, info, Variant::printed);
    if (printed.empty()) continue;
    ++printed_claims;
    const AuditRow& gravest = *gravest_of(printed);
    if (!fails(gravest)) {
      (gravest.verdict.status == Status::undecided ? undecided : holds)
          .emplace_back(info.source.statement, fmt::format("{} ({}): {}", info.title, info.id,
                                                           gravest.verdict.status == Status::undecided
                                                               ? gravest.verdict.reason.value_or("undecided")
                                                           : holding_text(printed).empty()
                                                               ? "says nothing at the settings that were run"
                                                               : holding_text(printed)));
      continue;
    }
    ++failing_claims;
    const bool of_the_statement = gravest.verdict.kind == Kind::statement;
    const bool apart = !damage_note(printed).empty() && !of_the_statement;
    Section& section = apart ? damaged : wrong;
    if (section.blocks.empty() && apart)
      section.blocks.emplace_back(Prose{
          "A note on record says that the text that was read may be damaged here; the printed page may be right."});
    add_entry(section, *claim, rows, printed, provenance.seed);
  }
  if (!holds.empty()) {
    standing.blocks.emplace_back(
        Prose{"At the settings that were run, and for all sizes where that is said:"});
    standing.blocks.emplace_back(Listed{holds});
  }
  if (!undecided.empty()) open.blocks.emplace_back(Listed{undecided});

  Page page;
  page.title = "Errata: " + paper.title;
  page.subtitle = citation(paper);
  page.provenance = fmt::format("attest {}, seed {}: {}", version(), provenance.seed, provenance.command);
  page.badges = {{"run as printed", fmt::format("{} claims", printed_claims), Status::not_applicable},
                 {"fail somewhere", fmt::format("{} of them", failing_claims),
                  failing_claims == 0 ? Status::holds : Status::refuted}};
  Section about{"What this is", {}};
  about.blocks.emplace_back(Prose{
      "Each entry is generated from a check that can be run again. The text that was read is a copy of the paper; lines are those of "
      "the copy. A claim is listed where a setting of the quick audit refutes it as printed, with whatever the print leaves open "
      "read in its favour. \"Survives\" speaks of the settings that were run, and of all sizes where a proof is named."});
  Section reproduce{"To reproduce", {}};
  reproduce.blocks.emplace_back(
      Typed{provenance.command + "\n" +
            shell_command({"attest", "audit", "--quick", "--paper", paper.name, "--all"}) + "\n"});
  reproduce.blocks.emplace_back(
      Listed{{{"program", fmt::format("attest {}, commit {}", version(), build_identity())},
              {"seed", std::to_string(provenance.seed)}}});
  page.sections = {about, wrong, damaged, open, standing, reproduce};
  return page;
}

}  // namespace attest::report
