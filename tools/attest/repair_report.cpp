#include "tools/attest/repair_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/said.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/proof_report.hpp"

namespace attest {

namespace {

using theorems::repair::Repair;
using theorems::repair::RepairSearch;
using theorems::repair::SettingVerdict;
using Outcome = RepairSearch::Outcome;

constexpr std::size_t most_listed = 6;  // settings that fail
constexpr std::size_t most_others = 5;  // repairs of the same cost

const char* outcome_word(Outcome outcome) {
  switch (outcome) {
    case Outcome::holds:
      return "holds";
    case Outcome::repaired:
      return "repaired";
    case Outcome::narrowed:
      return "narrowed";
    case Outcome::none:
      return "none";
    case Outcome::stopped:
      return "stopped";
  }
  return "";
}

std::vector<std::string> lines_of(const Repair& repair) {
  std::vector<std::string> lines;
  for (const auto& patch : repair.patches) lines.push_back(theorems::said(patch).line());
  return lines;
}

// The patches in one line, without their reasons.
std::string short_text(const Repair& repair) {
  std::vector<std::string> lines;
  for (theorems::PatchStatement patch : repair.patches) {
    patch.because.clear();
    lines.push_back(theorems::said(patch).line());
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

std::string every_size_text(const Repair& repair) {
  if (!repair.proof) return repair.no_proof;
  if (repair.proof->status == Status::holds && repair.proof->main)
    return fmt::format("proved, from {} on by the lemma {}", from_text(*repair.proof->main),
                       repair.proof->main->proof ? repair.proof->main->proof->lemma : "of each size");
  return repair.proof->reason;
}

// A proof of a setting whose sizes are all given is one of no other.
std::string of_which_sizes(const std::optional<theorems::RangeProof>& proof) {
  if (!proof || proof->status != Status::holds || !proof->main) return "at the sizes that were run";
  return proof->fixed.empty() ? "for every size" : "for every size beside those that are given";
}

std::string headline(const RepairSearch& search) {
  switch (search.outcome) {
    case Outcome::holds:
      return "NOTHING TO REPAIR";
    case Outcome::repaired: {
      const std::size_t edits = search.repair->kinds.size();
      return fmt::format("REPAIRED by {} edit{}, of cost {}, {}", edits, edits == 1 ? "" : "s",
                         search.repair->cost, of_which_sizes(search.repair->proof));
    }
    case Outcome::narrowed:
      return "NO REPAIR FOUND; it holds of fewer sizes";
    case Outcome::none:
      return "NO REPAIR FOUND";
    case Outcome::stopped:
      return "NO REPAIR FOUND so far: " + search.cause;
  }
  return "";
}

Json setting_json(const SettingVerdict& seen) {
  return {{"parameters", seen.parameters.to_json()},
          {"verdict", to_string(seen.status)},
          {"evidence", seen.evidence ? Json(to_string(*seen.evidence)) : Json()},
          {"inputs", seen.inputs.str()},
          {"reason", seen.reason.empty() ? Json() : Json(seen.reason)}};
}

Remarks remarks_of(const Repair& repair) {
  Remarks remarks;
  if (!repair.kinds.empty()) remarks.emplace_back("edits", fmt::format("{}", fmt::join(repair.kinds, ", ")));
  remarks.emplace_back("holds at", settings_text(repair.verified));
  if (!repair.not_decided.empty())
    remarks.emplace_back("not decided",
                         fmt::format("{}: their runs took too long", fmt::join(repair.not_decided, "; ")));
  remarks.emplace_back("every size", every_size_text(repair));
  return remarks;
}

}  // namespace

std::string settings_text(const std::vector<SettingVerdict>& all) {
  std::vector<std::string> words;
  Integer inputs = 0;
  for (const SettingVerdict& seen : all) {
    if (seen.status == Status::not_applicable) continue;
    words.push_back(seen.parameters.to_string());
    inputs += seen.inputs;
  }
  return fmt::format("{} ({} inputs in all)", fmt::join(words, "; "), inputs.str());
}

std::string tried_text(const theorems::repair::Tried& t, double seconds) {
  return fmt::format(
      "{} candidates in {:.1f} s: {} were made before, {} mean nothing, {} fell by their form, {} on an input that was wrong "
      "before, {} in a run, {} stayed undecided, {} hold at every small setting, of which {} fell later{}",
      t.made, seconds, t.repeated, t.unreadable, t.by_form, t.by_known_input, t.by_run, t.undecided,
      t.verified, t.fell,
      t.proved == 0
          ? ""
          : fmt::format(" and {} {} proved for every size", t.proved, t.proved == 1 ? "is" : "are"));
}

std::string failures_text(const std::vector<SettingVerdict>& verdicts) {
  std::vector<std::string> failing;
  std::string reason;
  for (const SettingVerdict& seen : verdicts) {
    if (seen.status != Status::refuted && seen.status != Status::ill_formed) continue;
    failing.push_back(seen.parameters.to_string());
    if (reason.empty()) reason = seen.reason;
  }
  const bool all = failing.size() <= most_listed;
  const std::string more = all ? "" : fmt::format("; and at {} more settings", failing.size() - most_listed);
  if (!all) failing.resize(most_listed);
  return fmt::format("at {}{}; at the first {}", fmt::join(failing, "; "), more, reason);
}

Json settings_json(const std::vector<SettingVerdict>& all) {
  Json json = Json::array();
  for (const SettingVerdict& seen : all) json.push_back(setting_json(seen));
  return json;
}

Json repair_json(const Repair& repair) {
  Json patches = Json::array();
  for (const auto& patch : repair.patches) {
    const theorems::Said line = theorems::said(patch);
    patches.push_back({{"path", fmt::format("{}", fmt::join(patch.path, " "))},
                       {"line", line.line()},
                       {"because", patch.because.empty() ? Json() : Json(patch.because)}});
  }
  return {{"variant", variant_text(repair)},
          {"patches", patches},
          {"edits", repair.kinds},
          {"cost", repair.cost},
          {"verified", settings_json(repair.verified)},
          {"not_decided", repair.not_decided},
          {"proof", repair.proof ? proof_document(*repair.proof) : Json()},
          {"no_proof", repair.proof ? Json() : Json(repair.no_proof)}};
}

Json tried_json(const theorems::repair::Tried& t) {
  const auto count = [](unsigned long n) { return std::to_string(n); };
  return {{"made", count(t.made)},
          {"repeated", count(t.repeated)},
          {"unreadable", count(t.unreadable)},
          {"by_form", count(t.by_form)},
          {"by_known_input", count(t.by_known_input)},
          {"by_run", count(t.by_run)},
          {"undecided", count(t.undecided)},
          {"verified", count(t.verified)},
          {"fell", count(t.fell)},
          {"proved", count(t.proved)}};
}

std::string variant_text(const Repair& repair) {
  std::string text = "variant " + repair.variant + "\n";
  for (const std::string& line : lines_of(repair)) text += "  " + line + "\n";
  return text;
}

Json repair_document(const RepairSearch& search, const std::string& name, double seconds) {
  Json json = {{"claim", name},
               {"variant", search.variant},
               {"outcome", outcome_word(search.outcome)},
               {"complete", search.complete},
               {"stopped", search.cause.empty() ? Json() : Json(search.cause)},
               {"print", settings_json(search.print)},
               {"repair", search.repair ? repair_json(*search.repair) : Json()},
               {"others", Json::array()},
               {"narrowed", search.narrowed ? repair_json(*search.narrowed) : Json()},
               {"tried", tried_json(search.tried)},
               {"seconds", seconds}};
  for (const Repair& other : search.others) json["others"].push_back(repair_json(other));
  return json;
}

std::string repair_page(const RepairSearch& search, const std::string& name, double seconds, Format format) {
  const std::string title = fmt::format("{} ({})", name, search.variant);
  std::string page = format == Format::text ? title + "\n" + headline(search) + "\n"
                                            : heading(title + ": " + headline(search), format);
  Remarks before;
  if (search.outcome == Outcome::holds) {
    before.emplace_back("holds at", settings_text(search.print));
    return page + render(before, format);
  }
  if (!search.print.empty()) before.emplace_back("fails", failures_text(search.print));
  page += render(before, format);
  const auto add = [&](const Repair& repair) {
    const std::string gap = format == Format::text ? "\n" : "";
    page += gap + verbatim(variant_text(repair), format) + gap;
    page += render(remarks_of(repair), format);
  };
  if (search.repair) add(*search.repair);
  if (search.narrowed) {
    page += render(Remarks{{search.repair ? "fewer sizes" : "no repair",
                            "said of fewer sizes it holds, and claims less:"}},
                   format);
    add(*search.narrowed);
  }
  Remarks after;
  for (const Repair& other : search.others) {
    if (after.size() == most_others) {
      after.emplace_back("same cost", fmt::format("{} more", search.others.size() - most_others));
      break;
    }
    after.emplace_back("same cost", short_text(other) + " (" + every_size_text(other) + ")");
  }
  if (!search.edited)
    after.emplace_back("edits", "none: only layers are edited, and the theorem states none");
  else
    after.emplace_back("tried", tried_text(search.tried, seconds));
  if (search.edited && !search.complete && search.repair)
    after.emplace_back("not all", "others that cost no more may be left: " +
                                      (search.cause.empty() ? "the search for them ended" : search.cause));
  return page + render(after, format);
}

}  // namespace attest
