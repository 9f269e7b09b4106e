#include "tools/attest/verdict_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "claims/papers.hpp"
#include "claims/quotes.hpp"
#include "claims/usage_error.hpp"
#include "numeric/short_decimal.hpp"
#include "tools/attest/color.hpp"
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
  std::string text = colored_words(to_string(check.status));
  if (check.evidence) text += fmt::format(" ({})", to_string(*check.evidence));
  if (!check.essential) text += ", not essential";
  if (check.reason) text += ": " + *check.reason;
  return text;
}

}  // namespace

std::string source_text(const Source& source) {
  std::string text = source.statement;
  if (source.first_line != 0) {
    const std::string lines = source.first_line == source.last_line
                                  ? std::to_string(source.first_line)
                                  : fmt::format("{}-{}", source.first_line, source.last_line);
    text += (text.empty() ? "" : ", ") + cited(lines);
  }
  return text;
}

namespace {

std::string title_text(const Verdict& v) {
  std::string text = v.own && v.own->base ? fmt::format("{} {}", name_of(v), v.parameters.to_string())
                                          : fmt::format("{} ({}) {}", name_of(v), to_string(v.variant),
                                                        v.parameters.to_string());
  if (v.part) text += fmt::format(", part {}/{}", v.part->residue, v.part->modulus);
  std::string headline = upper_case(to_string(v.status));
  if (v.kind) headline += fmt::format(" ({})", to_string(*v.kind));
  headline = colored(headline, v.status);
  if (v.evidence) headline += fmt::format(" by {}", to_string(*v.evidence));
  return title_line(text) + title_line(headline);
}

std::string source_lines(const Verdict& v, bool verbose) {
  if (v.own && !v.own->base) return "";
  const std::string source = source_text(v.source);
  std::string text =
      v.own ? labelled("base", fmt::format("{} ({}): {}", *v.own->base, to_string(v.variant), source))
            : labelled("source", source);
  const Paper* paper = paper_of_seed(v.source.seed);
  if (paper != nullptr) text += labelled("paper", verbose ? citation(*paper) : short_citation(*paper));
  const auto quote = verbose ? quoted_statement(v.own ? *v.own->base : v.claim) : std::nullopt;
  return quote ? text + labelled(place_of(*quote), quote->text) : text;
}

// What stands at the lines that the reason speaks of.
std::string quotes_of(const Verdict& v, const std::string& reason) {
  const Paper* paper = paper_of_seed(v.source.seed);
  std::string text;
  if (paper == nullptr) return text;
  for (const Quote& quote : quoted_lines(paper->name, reason)) text += labelled(place_of(quote), quote.text);
  return text;
}

std::string inputs_line(const Verdict& v) {
  const std::string failing = v.inputs.failing_is_known ? v.inputs.failing.str() + " failing"
                              : v.inputs.failing != 0   ? "failing ones not counted"
                                                        : "failing ones not known";
  if (!v.inputs.checked_is_known) {
    return labelled("inputs", fmt::format("those in the boxes of this part, of {}; {}",
                                          short_count(v.inputs.space), failing));
  }
  return labelled("inputs", fmt::format("{}{} checked{}, {}", short_count(v.inputs.checked),
                                        v.inputs.total_is_known ? " of " + short_count(v.inputs.total) : "",
                                        v.inputs.not_judged ? fmt::format(", {} of them not judged",
                                                                          v.inputs.not_judged->str())
                                                            : "",
                                        failing));
}

std::string least_line(const Verdict& v) {
  if (!v.details.contains("least")) return "";
  const Json& least = v.details["least"];
  const Json& value = least["value"];
  return labelled("least " + least["parameter"].get<std::string>(),
                  (value.is_null() ? std::string("none") : value.get<std::string>()) + ": " +
                      least["scan"].get<std::string>());
}

// Where a displayed line and the rows differ.
std::string difference_text(const Json& witness) {
  std::vector<std::string> tokens;
  for (const auto& [name, value] : witness["tokens"].items())
    tokens.push_back(
        fmt::format("{} = {}", name, value.is_string() ? value.get<std::string>() : value.dump()));
  return fmt::format("at {} displayed minus actual is {}", fmt::join(tokens, ", "),
                     witness["displayed_minus_actual"].get<std::string>());
}

std::string witness_lines(const Verdict& v, const std::string& explanation) {
  if (!v.counterexample.is_object()) return "";
  Json shown = v.counterexample;
  shown.erase("replay");
  // An explanation has the rest of it in a form that can be read.
  for (const char* field :
       {"position", "value", "decision", "truth", "winner", "score_gap", "right", "coordinate", "within"}) {
    if (!explanation.empty()) shown.erase(field);
  }
  std::string text = shown.contains("displayed_minus_actual") ? labelled("witness", difference_text(shown))
                                                              : labelled_command("witness", shown.dump());
  if (v.counterexample.contains("replay"))
    text += labelled_command("replay", v.counterexample["replay"].get<std::string>());
  return text;
}

std::string failing_lines(const Verdict& v) {
  std::string text;
  for (const auto& entry : v.failing) {
    text += labelled_command(
        "failing", fmt::format("{} (rank {})", entry["input"].dump(), entry["rank"].get<std::string>()));
  }
  return text;
}

// The witness where it says more than the reason and the explanation.
std::string short_witness_lines(const Verdict& v, const std::string& explanation) {
  const Json& witness = v.counterexample;
  if (!witness.is_object()) return "";
  if (!explanation.empty() && witness.contains("input")) {
    return labelled_command("witness", fmt::format("{} (rank {})", witness["input"].dump(),
                                                   witness["rank"].get<std::string>())) +
           (witness.contains("replay") ? labelled_command("replay", witness["replay"].get<std::string>())
                                       : "");
  }
  const std::size_t fields = witness.size() - (witness.contains("replay") ? 1 : 0);
  const bool says_reason_alone = fields == 2 && witness.contains("check") && witness.contains("what");
  if (!says_reason_alone) return witness_lines(v, explanation);
  return witness.contains("replay") ? labelled_command("replay", witness["replay"].get<std::string>()) : "";
}

// The first of the checks that make the verdict what it is.
const Check* deciding_check(const Verdict& v) {
  for (const Check& check : v.checks) {
    if (check.essential && check.status == v.status && check.kind == v.kind) return &check;
  }
  return nullptr;
}

// A bound in six digits, rounded outward.
std::string six_digits(const std::string& decimal, bool up) {
  return short_bound(decimal, 6, up);
}

std::string bounds_in_six_digits(const RealBounds& bounds) {
  if (bounds.upper.empty())
    return "at least " + six_digits(bounds.lower, false) + " (not all inputs were seen)";
  if (bounds.lower.empty())
    return "at most " + six_digits(bounds.upper, true) + " (not all inputs were seen)";
  return fmt::format("in [{}, {}]", six_digits(bounds.lower, false), six_digits(bounds.upper, true));
}

// What is left out, in a line that says how to see it.
std::string left_out(const Verdict& v) {
  std::vector<std::string> parts;
  const auto count = [&](std::size_t number, const std::string& what) {
    if (number != 0) parts.push_back(fmt::format("{} {}{}", number, what, number == 1 ? "" : "s"));
  };
  count(v.checks.size(), "check");
  for (const char* list : {"changes", "choices", "readings"}) {
    const std::string name(list);
    if (v.details.contains(list)) count(v.details[list].size(), name.substr(0, name.size() - 1));
  }
  count(v.notes.size(), "note");
  return parts.empty() ? "" : labelled("--verbose", fmt::format("{}", fmt::join(parts, ", ")));
}

std::string short_verdict_text(const Verdict& v, const std::string& explanation, bool with_source) {
  std::string text = title_text(v);
  const Check* deciding = deciding_check(v);
  if (v.status != Status::holds && deciding != nullptr && deciding->reason) {
    text += labelled("reason", *deciding->reason) + quotes_of(v, *deciding->reason);
    std::string others;
    for (const Check& check : v.checks) {
      if (&check == deciding || !check.essential || check.status <= Status::holds) continue;
      others += (others.empty() ? "" : ", ") + fmt::format("{} {}", check.name, to_string(check.status));
      if (check.kind) others += fmt::format(" ({})", to_string(*check.kind));
    }
    if (!others.empty()) text += labelled("and", others);
  } else if (v.reason) {
    text += labelled("reason", *v.reason) + quotes_of(v, *v.reason);
  }
  text += (with_source ? source_lines(v, false) : "") + inputs_line(v);
  if (const auto& gap = v.margins.score_gap) {
    text += labelled("score gap",
                     gap->exact + (gap->exact.empty() ? "" : " ") + bounds_in_six_digits(gap->bounds));
  }
  if (v.margins.output_error) text += labelled("output error", bounds_in_six_digits(*v.margins.output_error));
  if (v.margins.decision_margin) text += labelled("margin", bounds_in_six_digits(*v.margins.decision_margin));
  text += least_line(v) + short_witness_lines(v, explanation) + failing_lines(v) + left_out(v);
  return explanation.empty() ? text : text + "\n" + explanation;
}

std::string long_verdict_text(const Verdict& v, const std::string& explanation) {
  std::string text = title_text(v);
  if (v.reason) text += labelled("reason", *v.reason) + quotes_of(v, *v.reason);
  text += source_lines(v, true) + inputs_line(v);
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
  text += least_line(v);
  // A claim that is no transformer has no size.
  if (v.size.embedding_dimension != 0) {
    text += labelled(
        "size", fmt::format("{} head{}, embedding dimension {}, {} network parameters", v.size.heads,
                            v.size.heads == 1 ? "" : "s", v.size.embedding_dimension, v.size.mlp_parameters));
  }
  if (v.worst_input.is_object()) {
    text += labelled_command("worst input", fmt::format("{} (rank {})", v.worst_input["input"].dump(),
                                                        v.worst_input["rank"].get<std::string>()));
  }
  text += witness_lines(v, explanation) + failing_lines(v);
  for (const char* list : {"changes", "choices", "readings"}) {
    if (!v.details.contains(list)) continue;
    for (const auto& entry : v.details[list]) {
      text += labelled(std::string(list).substr(0, std::string(list).size() - 1), entry.get<std::string>());
    }
  }
  for (const auto& note : v.notes) text += labelled("note", note);
  return explanation.empty() ? text : text + "\n" + explanation;
}

}  // namespace

std::string verdict_text(const Verdict& verdict, const std::string& explanation, bool verbose,
                         bool with_source) {
  return verbose ? long_verdict_text(verdict, explanation)
                 : short_verdict_text(verdict, explanation, with_source);
}

void refuse_verbose(bool verbose, Format format) {
  if (verbose && format != Format::text)
    throw UsageError("--verbose: for text alone; the other formats have everything");
}

}  // namespace attest
