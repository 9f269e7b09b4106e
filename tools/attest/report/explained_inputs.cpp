#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "tools/attest/explained_input.hpp"
#include "tools/attest/explained_walk.hpp"
#include "tools/attest/explanation_report.hpp"
#include "tools/attest/replay.hpp"
#include "tools/attest/report/heat_map.hpp"
#include "tools/attest/report/verdict_sections.hpp"
#include "tools/attest/walkthrough_report.hpp"

namespace attest::report {

namespace {

constexpr std::size_t shown_tuples = 8;

ExplainedInput explained_input(const Subject& subject, const Verdict& verdict) {
  return {subject.claim, subject.word, verdict.variant, verdict.parameters,
          std::nullopt,  std::nullopt, subject.seed,    most_cells};
}

void add_explanation(Section& section, const Json& document) {
  const ExplanationParts parts = explanation_parts(document, Format::markdown, shown_tuples);
  section.blocks.emplace_back(Prose{parts.headline});
  section.blocks.emplace_back(Listed{parts.remarks});
  if (document.contains("heads")) {
    for (const Json& head : document["heads"]) {
      const std::string svg = heat_map_svg(head);
      if (svg.empty()) continue;
      section.blocks.emplace_back(Drawn{
          svg, fmt::format("The attention weights of {}: the darker, the heavier; the heaviest is framed.",
                           head["name"].get<std::string>())});
    }
  }
  for (const ExplanationSection& each : parts.sections)
    section.blocks.emplace_back(Tabled{each.title, each.table});
}

void add_walk(Section& section, const Walkthrough& walk) {
  section.blocks.emplace_back(Prose{walk_headline(walk)});
  section.blocks.emplace_back(Listed{walk.remarks});
  for (const WalkSection& each : walk.sections) {
    section.blocks.emplace_back(Titled{each.title});
    section.blocks.emplace_back(Listed{each.remarks});
    if (!each.header.empty()) section.blocks.emplace_back(Tabled{"", Table{each.header, each.rows}});
  }
}

std::string field_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Remarks fields(const Json& counterexample) {
  Remarks all;
  for (const auto& [name, value] : counterexample.items()) all.emplace_back(name, field_text(value));
  return all;
}

std::string title_of(const Verdict& verdict) {
  return fmt::format("{} at {}: {}", to_string(verdict.variant), verdict.parameters.to_string(),
                     status_text(verdict));
}

void add_witness(Section& section, const Subject& subject, const Verdict& verdict) {
  const Json& witness = verdict.counterexample;
  section.blocks.emplace_back(Titled{title_of(verdict)});
  const ExplainedInput explained = explained_input(subject, verdict);
  const bool wrong_output =
      witness.contains("rank") && witness.contains("position") && !witness.value("right", true);
  try {
    if (explained.has_layer() && wrong_output) {
      add_explanation(section,
                      explained.document("rank:" + witness["rank"].get<std::string>(), witness["position"]));
      return;
    }
    if (!explained.has_layer()) {
      if (const auto input = refuted_input(subject.claim, verdict, subject.seed)) {
        add_walk(section,
                 explained_walk(subject.claim, verdict.variant, verdict.parameters, *input, subject.seed));
        return;
      }
    }
  } catch (const std::runtime_error& error) {
    // The verdict stands without it: more than can be listed, or a precision that does not reach.
    section.blocks.emplace_back(Prose{std::string("Not explained: ") + error.what()});
  }
  section.blocks.emplace_back(Listed{fields(witness)});
}

}  // namespace

Section witness_section(const Subject& subject) {
  Section section{"Why it fails", {}};
  std::vector<Variant> seen;
  Table others{{"variant", "setting", "witness", "shown by"}, {}};
  for (const ReportedVerdict& row : subject.verdicts) {
    const Verdict& verdict = row.verdict;
    if (!verdict.counterexample.is_object()) continue;
    if (std::find(seen.begin(), seen.end(), verdict.variant) == seen.end()) {
      seen.push_back(verdict.variant);
      add_witness(section, subject, verdict);
      continue;
    }
    const Json& witness = verdict.counterexample;
    const char* what = witness.contains("input") ? "input" : "what";
    others.rows.push_back({to_string(verdict.variant), verdict.parameters.to_string(),
                           witness.contains(what) ? field_text(witness[what]) : witness.dump(),
                           witness.contains("replay") ? field_text(witness["replay"]) : ""});
  }
  if (!others.rows.empty()) {
    if (std::all_of(others.rows.begin(), others.rows.end(),
                    [](const auto& row) { return row.back().empty(); })) {
      others.header.pop_back();
      for (auto& row : others.rows) row.pop_back();
    }
    section.blocks.emplace_back(Titled{"At the other settings"});
    section.blocks.emplace_back(Tabled{"", others});
  }
  return section;
}

Section worst_input_section(const Subject& subject) {
  Section section{"The worst input", {}};
  // The last one is the largest, as settings are on record; of the variant that holds where there is one, and of an enumeration where
  // there is one: of a cover the input is one whose margin is near the least, and too large to be followed.
  const Verdict* chosen = nullptr;
  for (const ReportedVerdict& row : subject.verdicts) {
    const Verdict& verdict = row.verdict;
    if (!verdict.worst_input.is_object() || !verdict.worst_input.contains("rank")) continue;
    const auto rank = [](const Verdict& v) {
      return std::pair(v.status == Status::holds, v.evidence != Evidence::cover);
    };
    if (chosen == nullptr || rank(verdict) >= rank(*chosen)) chosen = &verdict;
  }
  if (chosen == nullptr) return section;
  const ExplainedInput explained = explained_input(subject, *chosen);
  if (!explained.has_layer()) return section;
  section.blocks.emplace_back(
      Titled{fmt::format("{} at {}: {}", to_string(chosen->variant), chosen->parameters.to_string(),
                         chosen->evidence == Evidence::cover ? "an input near the least margin"
                                                             : "the input of the least margin")});
  try {
    add_explanation(
        section, explained.document("rank:" + chosen->worst_input["rank"].get<std::string>(), std::nullopt));
  } catch (const std::runtime_error& error) {
    section.blocks.emplace_back(Prose{std::string("Not explained: ") + error.what()});
  }
  return section;
}

}  // namespace attest::report
