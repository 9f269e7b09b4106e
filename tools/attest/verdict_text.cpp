#include "tools/attest/verdict_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/attest/text.hpp"
#include "tools/attest/verdict_table.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string bounds_text(const RealBounds& bounds) {
  if (bounds.upper.empty()) return "at least " + bounds.lower + " (not all inputs were seen)";
  if (bounds.lower.empty()) return "at most " + bounds.upper + " (not all inputs were seen)";
  return fmt::format("in [{}, {}]", bounds.lower, bounds.upper);
}

std::string check_text(const Check& check) {
  std::string text = to_string(check.status);
  if (check.evidence) text += fmt::format(" ({})", to_string(*check.evidence));
  if (!check.essential) text += ", not essential";
  if (check.reason) text += ": " + *check.reason;
  return text;
}

}  // namespace

std::string source_text(const Source& source) {
  std::string text = source.statement + (source.statement.empty() ? "" : ", ") + source.seed;
  if (source.first_line != 0) text += fmt::format(" lines {}-{}", source.first_line, source.last_line);
  return text;
}

std::string verdict_text(const Verdict& v, const std::string& explanation) {
  std::string text = v.own && v.own->base ? fmt::format("{} {}", name_of(v), v.parameters.to_string())
                                          : fmt::format("{} ({}) {}", name_of(v), to_string(v.variant),
                                                        v.parameters.to_string());
  if (v.part) text += fmt::format(", part {}/{}", v.part->residue, v.part->modulus);
  text += "\n" + upper_case(to_string(v.status));
  if (v.kind) text += fmt::format(" ({})", to_string(*v.kind));
  if (v.evidence) text += fmt::format(" by {}", to_string(*v.evidence));
  text += "\n";
  if (v.reason) text += labelled("reason", *v.reason);
  const std::string source = source_text(v.source);
  if (!v.own) {
    text += labelled("source", source);
  } else if (v.own->base) {
    text += labelled("base", fmt::format("{} ({}): {}", *v.own->base, to_string(v.variant), source));
  }
  text += labelled("inputs", fmt::format("{}{} checked{}, {}", short_count(v.inputs.checked),
                                         v.inputs.total_is_known ? " of " + short_count(v.inputs.total) : "",
                                         v.inputs.not_judged ? fmt::format(", {} of them not judged",
                                                                           v.inputs.not_judged->str())
                                                             : "",
                                         v.inputs.failing_is_known ? v.inputs.failing.str() + " failing"
                                         : v.inputs.failing != 0   ? "failing ones not counted"
                                                                   : "failing ones not known"));
  text += "  checks\n";
  for (const Check& check : v.checks) text += labelled(check.name, check_text(check), 4, 17);
  if (v.margins.score_gap || v.margins.output_error) text += "  margins\n";
  if (const auto& gap = v.margins.score_gap) {
    text +=
        labelled("score gap", gap->exact + (gap->exact.empty() ? "" : " ") + bounds_text(gap->bounds), 4, 17);
  }
  if (v.margins.output_error) text += labelled("output error", bounds_text(*v.margins.output_error), 4, 17);
  if (v.margins.decision_margin)
    text += labelled("decision margin", bounds_text(*v.margins.decision_margin), 4, 17);
  if (v.details.contains("least")) {
    const Json& least = v.details["least"];
    const Json& value = least["value"];
    text += labelled("least " + least["parameter"].get<std::string>(),
                     (value.is_null() ? std::string("none") : value.get<std::string>()) + ": " +
                         least["scan"].get<std::string>());
  }
  // A claim that is no transformer has no size.
  if (v.size.embedding_dimension != 0) {
    text += labelled(
        "size", fmt::format("{} head{}, embedding dimension {}, {} network parameters", v.size.heads,
                            v.size.heads == 1 ? "" : "s", v.size.embedding_dimension, v.size.mlp_parameters));
  }
  if (v.worst_input.is_object()) {
    text += labelled("worst input", fmt::format("{} (rank {})", v.worst_input["input"].dump(),
                                                v.worst_input["rank"].get<std::string>()));
  }
  if (v.counterexample.is_object()) {
    Json shown = v.counterexample;
    shown.erase("replay");
    // An explanation has the rest of it in a form that can be read.
    for (const char* field : {"position", "value", "decision", "truth", "winner", "score_gap", "right"}) {
      if (!explanation.empty()) shown.erase(field);
    }
    text += labelled("witness", shown.dump());
    if (v.counterexample.contains("replay")) {
      text += labelled("replay", v.counterexample["replay"].get<std::string>());
    }
  }
  for (const auto& entry : v.failing) {
    text += labelled("failing",
                     fmt::format("{} (rank {})", entry["input"].dump(), entry["rank"].get<std::string>()));
  }
  for (const char* list : {"changes", "choices", "readings"}) {
    if (!v.details.contains(list)) continue;
    for (const auto& entry : v.details[list]) {
      text += labelled(std::string(list).substr(0, std::string(list).size() - 1), entry.get<std::string>());
    }
  }
  for (const auto& note : v.notes) text += labelled("note", note);
  return explanation.empty() ? text : text + "\n" + explanation;
}

}  // namespace attest
