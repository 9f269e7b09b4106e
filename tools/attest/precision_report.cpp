#include "tools/attest/precision_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/attest/text.hpp"

namespace attest {

namespace {

constexpr std::size_t answer_label = 25;  // columns

std::string range_text(const FloatFormat& format) {
  if (!format.range) return "unbounded";
  return fmt::format("{}..{}", format.range->least, format.range->greatest);
}

std::string short_number(const Integer& number) {
  const std::string digits = to_string(number);
  return digits.size() <= 20 ? digits : fmt::format("about 10^{}", digits.size() - 1);
}

std::string met_text(const ExponentsMet& met) {
  return met.least ? fmt::format("2^{}..2^{}", *met.least, *met.greatest) : "";
}

std::string answer_text(const FormatFinding& finding) {
  const FormatAnswer& answer = finding.answer;
  if (!finding.outputs.empty()) {
    return fmt::format("{}: {}",
                       answer.all_right()      ? "right"
                       : answer.unjudged != 0  ? "not judged"
                       : answer.undecided != 0 ? "undecided"
                                               : "wrong",
                       fmt::join(finding.outputs, " "));
  }
  if (answer.all_right()) return answer.stalls ? "all, sums stall" : "all";
  if (answer.none_judged()) return "none judged";
  std::string text =
      fmt::format("{}/{}", to_string(answer.right), to_string(Integer(answer.checked - answer.unjudged)));
  if (!answer.complete()) text += " (stopped)";
  if (answer.undecided != 0) text += fmt::format(", {} undecided", to_string(answer.undecided));
  return text;
}

std::string least_text(const LeastPrecision& least) {
  if (least.bits) {
    return fmt::format("{}{}{}", *least.bits, least.monotone_where_run ? "" : " (not monotone)",
                       least.stalls() ? " (sums stall)" : "");
  }
  if (!least.complete) return "stopped";
  if (!least.run.empty() && least.run.begin()->second == Answer::not_judged) return "none judged";
  const bool undecided = std::any_of(least.run.begin(), least.run.end(),
                                     [](const auto& one) { return one.second == Answer::undecided; });
  return fmt::format("{} (run up to {})", undecided ? "undecided" : "none", least.model.greatest_width());
}

char mark(Answer answer) {
  switch (answer) {
    case Answer::right:
      return '+';
    case Answer::wrong:
      return '-';
    case Answer::undecided:
    case Answer::not_judged:
      break;
  }
  return '?';
}

Json truth_value(Answer answer) {
  return answer == Answer::undecided || answer == Answer::not_judged ? Json() : Json(answer == Answer::right);
}

std::string widths_text(const LeastPrecision& least) {
  std::vector<std::string> words;
  for (const auto& [bits, answer] : least.run) {
    if (answer != Answer::not_judged) words.push_back(fmt::format("{}{}", bits, mark(answer)));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string sufficient_text(const PrecisionReport& report) {
  if (!report.no_analysis.empty()) return report.no_analysis;
  if (!report.margin && !report.stop_reason.empty()) return "stopped before the margin was known";
  if (!report.margin) return "the verdict has no positive decision margin, so nothing follows";
  if (!report.sufficient) {
    return fmt::format("the margin {} gives no width up to {}", report.margin->lower,
                       EvaluationModel::plain.greatest_width());
  }
  std::string text = fmt::format("the {} {} proves that p = {} is enough (plain)", report.margin->name,
                                 report.margin->lower, *report.sufficient);
  if (const auto gap = sufficient_gap(report))
    text += fmt::format(", {} bit{} more than the least one", *gap, *gap == 1 ? "" : "s");
  return text;
}

// Of a claim that is not true without rounding. Right answers do not say that all of a claim is.
std::string exact_text(const Verdict& verdict) {
  return verdict.reason ? fmt::format("{}: {}", to_string(verdict.status), *verdict.reason)
                        : to_string(verdict.status);
}

std::string temperature_text(const LeastMultiple& temperature) {
  if (temperature.none_judged) return "no input is judged";
  if (temperature.undecided_at)
    return fmt::format("undecided at {} times the scale: no input is wrong, some cannot be told",
                       to_string(*temperature.undecided_at));
  if (!temperature.multiple) return temperature.complete ? "no multiple of the scale is enough" : "stopped";
  return fmt::format(
      "exactly evaluated, {} times the scale decides every input{}", to_string(*temperature.multiple),
      temperature.fails_below ? fmt::format(", {} times does not", to_string(*temperature.fails_below))
                              : std::string(", and nothing smaller was run"));
}

// Inputs that are not judged, of the answers to which `counts` says yes: the most, where some were stopped.
template <class Counts>
Integer most_unjudged(const PrecisionReport& report, Counts&& counts) {
  Integer most = 0;
  for (const auto& finding : report.findings) {
    if (counts(finding.answer)) most = std::max(most, finding.answer.unjudged);
  }
  return most;
}

Integer most_unjudged(const PrecisionReport& report) {
  return most_unjudged(report, [](const FormatAnswer&) { return true; });
}

std::vector<EvaluationModel> models_of(const PrecisionReport& report) {
  std::vector<EvaluationModel> models;
  for (const auto& finding : report.findings) {
    if (std::find(models.begin(), models.end(), finding.answer.model) == models.end())
      models.push_back(finding.answer.model);
  }
  return models;
}

}  // namespace

const LeastPrecision* least_of(const PrecisionReport& report, const EvaluationModel& model) {
  for (const LeastPrecision& least : report.least) {
    if (least.model == model) return &least;
  }
  return nullptr;
}

std::optional<long> sufficient_gap(const PrecisionReport& report) {
  const LeastPrecision* plain = least_of(report, EvaluationModel::plain);
  if (!report.sufficient || plain == nullptr || !plain->bits) return std::nullopt;
  return *report.sufficient - *plain->bits;
}

Table format_table(const PrecisionReport& report) {
  const auto models = models_of(report);
  Table table;
  table.header = {"format", "significand", "exponents"};
  for (const auto model : models) table.header.push_back(to_string(model));
  const bool unjudged = most_unjudged(report) > 0;
  if (unjudged) table.header.emplace_back("not judged");
  for (const auto& finding : report.findings) {
    const FloatFormat& format = finding.answer.format;
    const bool fresh = std::none_of(table.rows.begin(), table.rows.end(),
                                    [&](const auto& row) { return row.front() == format.name; });
    if (!fresh) continue;
    std::vector<std::string> row{format.name, std::to_string(format.precision), range_text(format)};
    for (const auto model : models) {
      std::string cell = model.offers(format) ? "" : "-";
      for (const auto& other : report.findings) {
        if (other.answer.model == model && other.answer.format == format) cell = answer_text(other);
      }
      row.push_back(cell);
    }
    if (unjudged) {
      row.push_back(to_string(
          most_unjudged(report, [&](const FormatAnswer& answer) { return answer.format == format; })));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table least_table(const PrecisionReport& report) {
  Table table;
  table.header = {"model", "least significand", "widths run (+ all right, - not, ? undecided)"};
  for (const auto& least : report.least)
    table.rows.push_back({to_string(least.model), least_text(least), widths_text(least)});
  return table;
}

Table range_table(const std::vector<PrecisionReport>& reports) {
  Table table;
  table.header = {"claim", "variant", "parameters"};
  for (const auto& least : reports.front().least)
    table.header.push_back("least p, " + to_string(least.model));
  if (!reports.front().least.empty()) table.header.emplace_back("enough by margins, plain");
  for (const auto& finding : reports.front().findings)
    table.header.push_back(finding.answer.format.name + ", " + to_string(finding.answer.model));
  const bool unjudged = std::any_of(reports.begin(), reports.end(),
                                    [](const PrecisionReport& report) { return most_unjudged(report) > 0; });
  if (unjudged) table.header.emplace_back("not judged");
  for (const auto& report : reports) {
    std::vector<std::string> row{report.claim->id, to_string(report.variant), report.parameters.to_string()};
    for (const auto& least : report.least) row.push_back(least_text(least));
    if (!report.least.empty()) row.push_back(report.sufficient ? std::to_string(*report.sufficient) : "");
    for (const auto& finding : report.findings) row.push_back(answer_text(finding));
    if (unjudged) row.push_back(to_string(most_unjudged(report)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string precision_text(const PrecisionReport& report) {
  std::string text = title_line(
      fmt::format("{} {} {}", report.claim->id, to_string(report.variant), report.parameters.to_string()));
  text += labelled("inputs", report.restriction.empty()
                                 ? to_string(report.space)
                                 : fmt::format("{}, of {}; nothing is said about the others",
                                               report.restriction, short_number(report.space)));
  if (const Integer unjudged = most_unjudged(report); unjudged > 0) {
    text += labelled("not judged", fmt::format("{} of them: {}", to_string(unjudged), report.why_not_judged));
  }
  if (!report.findings.empty()) {
    text += '\n';
    text += render(format_table(report), Format::text);
  }
  for (const auto& finding : report.findings) {
    if (!finding.answer.first_wrong) continue;
    std::string line = finding.outputs.empty()
                           ? fmt::format("first wrong input {} (rank {})", finding.first_wrong_input.dump(),
                                         to_string(*finding.answer.first_wrong))
                           : "wrong";
    if (finding.steps.wrong_inputs > 0) {
      std::vector<std::string> mended;
      for (const auto& [step, count] : finding.steps.mended) {
        if (count > 0) mended.push_back(fmt::format("{} {}", to_string(step), count));
      }
      line += fmt::format("; of the first {} wrong inputs, one step in wide arithmetic mends: {}",
                          finding.steps.wrong_inputs,
                          mended.empty() ? "none" : fmt::format("{}", fmt::join(mended, ", ")));
    }
    text += labelled(fmt::format("{} {}", finding.answer.format.name, to_string(finding.answer.model)), line,
                     2, answer_label);
  }
  if (!report.least.empty()) {
    text += '\n';
    text += render(least_table(report), Format::text);
    text += labelled("from margins", sufficient_text(report), 2, answer_label);
    if (report.exact && report.exact->status != Status::holds)
      text += labelled("without rounding", exact_text(*report.exact), 2, answer_label);
  }
  if (report.temperature)
    text += labelled("temperature", temperature_text(*report.temperature), 2, answer_label);
  // On the widest of the formats, where the fewest numbers are lost.
  for (const auto model : models_of(report)) {
    const FormatAnswer* widest = nullptr;
    for (const auto& finding : report.findings) {
      const FormatAnswer& answer = finding.answer;
      if (answer.model == model && answer.exponents.least &&
          (widest == nullptr || answer.format.precision > widest->format.precision))
        widest = &answer;
    }
    if (widest == nullptr) continue;
    text += labelled(
        fmt::format("exponents, {}", to_string(model)),
        fmt::format("nonzero numbers in {} had {}", widest->format.name, met_text(widest->exponents)), 2,
        answer_label);
  }
  if (!report.stop_reason.empty()) text += labelled("stopped", report.stop_reason);
  return text;
}

Json precision_json(const PrecisionReport& report) {
  Json json = {{"claim", report.claim->id},
               {"variant", to_string(report.variant)},
               {"parameters", report.parameters.to_json()},
               {"inputs",
                {{"space", to_string(report.space)},
                 {"why_not_judged", report.why_not_judged.empty() ? Json() : Json(report.why_not_judged)},
                 {"restriction", report.restriction.empty() ? Json() : Json(report.restriction)}}},
               {"formats", Json::array()},
               {"least_precision", Json::array()},
               {"decision_margin", report.margin ? Json(report.margin->lower) : Json()},
               {"margin_name", report.margin ? Json(report.margin->name) : Json()},
               {"sufficient_plain", report.sufficient ? Json(*report.sufficient) : Json()},
               {"sufficient_above_least", Json()},
               {"exact_verdict", report.exact ? Json(to_string(report.exact->status)) : Json()},
               {"exact_reason", report.exact && report.exact->reason ? Json(*report.exact->reason) : Json()},
               {"least_temperature", Json()},
               {"complete", report.stop_reason.empty()},
               {"reason", report.stop_reason.empty() ? Json() : Json(report.stop_reason)}};
  if (const auto gap = sufficient_gap(report)) json["sufficient_above_least"] = *gap;
  if (report.temperature) {
    const LeastMultiple& t = *report.temperature;
    json["least_temperature"] = {{"multiple", t.multiple ? Json(to_string(*t.multiple)) : Json()},
                                 {"fails_below", t.fails_below ? Json(to_string(*t.fails_below)) : Json()},
                                 {"undecided_at", t.undecided_at ? Json(to_string(*t.undecided_at)) : Json()},
                                 {"complete", t.complete}};
  }
  for (const auto& finding : report.findings) {
    const FormatAnswer& answer = finding.answer;
    Json entry = {
        {"format", answer.format.name},
        {"significand", answer.format.precision},
        {"exponents",
         answer.format.range ? Json({answer.format.range->least, answer.format.range->greatest}) : Json()},
        {"model", to_string(answer.model)},
        {"total", to_string(answer.total)},
        {"checked", to_string(answer.checked)},
        {"right", to_string(answer.right)},
        {"undecided", to_string(answer.undecided)},
        {"unjudged", to_string(answer.unjudged)},
        {"stalls", answer.stalls},
        {"first_wrong", Json()},
        {"outputs", finding.outputs},
        {"exponents_met",
         answer.exponents.least ? Json({*answer.exponents.least, *answer.exponents.greatest}) : Json()},
        {"wrong_inputs_examined", finding.steps.wrong_inputs},
        {"mended_by_wide", Json::object()}};
    if (answer.first_wrong)
      entry["first_wrong"] = {{"rank", to_string(*answer.first_wrong)}, {"input", finding.first_wrong_input}};
    for (const auto& [step, count] : finding.steps.mended) entry["mended_by_wide"][to_string(step)] = count;
    json["formats"].push_back(std::move(entry));
  }
  for (const auto& least : report.least) {
    Json run = Json::object();
    for (const auto& [bits, answer] : least.run) run[std::to_string(bits)] = truth_value(answer);
    json["least_precision"].push_back({{"model", to_string(least.model)},
                                       {"stalls", least.stalls()},
                                       {"bits", least.bits ? Json(*least.bits) : Json()},
                                       {"complete", least.complete},
                                       {"run", std::move(run)},
                                       {"monotone_where_run", least.monotone_where_run}});
  }
  return json;
}

}  // namespace attest
