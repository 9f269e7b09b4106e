#include "tools/attest/fault_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "claims/papers.hpp"
#include "claims/quotes.hpp"
#include "claims/usage_error.hpp"
#include "theorems/explanation/construction_lines.hpp"

namespace attest {

namespace {

std::string line_text(const Json& line) {
  return fmt::format("{}:{}: {}", line["file"].get<std::string>(), line["line"].dump(),
                     line["text"].get<std::string>());
}

}  // namespace

Json quotes_json(const Verdict& verdict) {
  Json quotes = Json::array();
  const Paper* paper = paper_of_seed(verdict.source.seed);
  if (paper == nullptr) return quotes;
  std::string reasons = verdict.reason.value_or("");
  for (const Check& check : verdict.checks) {
    if (check.essential && check.status != Status::holds) reasons += "\n" + check.reason.value_or("");
  }
  for (const Quote& quote : quoted_lines(paper->name, reasons))
    quotes.push_back({{"lines", {quote.first_line, quote.last_line}}, {"text", quote.text}});
  return quotes;
}

Json display_at_fault(const ExplainedInput& explained, const Verdict& verdict) {
  if (verdict.kind != Kind::display || !verdict.reason || explained.weights || !explained.has_layer())
    return {};
  try {
    const auto setting = dynamic_cast<const JudgedClaim&>(explained.claim)
                             .setting_for_run(explained.variant, explained.parameters);
    const theorems::ConstructionLines lines(*explained.theorem(), dynamic_cast<const LayerSetting&>(*setting),
                                            true);
    Json groups = Json::array();
    for (const auto& group : lines.of_display(*verdict.reason)) groups.push_back(theorems::lines_json(group));
    if (groups.empty()) return {};
    return {{"known", true}, {"one_of", std::move(groups)}};
  } catch (const UsageError&) {  // a setting of `verify` alone: it has no lines
    return {};
  }
}

void add_lines(const ExplainedInput& explained, const Verdict& verdict, Json& document) {
  document["quotes"] = quotes_json(verdict);
  document["at_fault"] = display_at_fault(explained, verdict);
}

Remarks quote_remarks(const Json& quotes, bool marked) {
  const char* const mark_of_typed = marked ? "`" : "";
  Remarks all;
  for (const Json& quote : quotes) {
    const Json& lines = quote["lines"];
    const std::string mark = lines[0] == lines[1] ? lines[0].dump() : lines[0].dump() + "-" + lines[1].dump();
    all.emplace_back(place_of(mark), mark_of_typed + quote["text"].get<std::string>() + mark_of_typed);
  }
  return all;
}

Remarks fault_remarks(const Json& at_fault) {
  Remarks all;
  if (at_fault.is_null()) return all;
  for (const Json& group : at_fault["one_of"]) {
    bool first = true;
    for (const Json& line : group) {
      const std::string label = !first                          ? "and"
                                : !all.empty()                  ? "or"
                                : at_fault["known"].get<bool>() ? "at fault"
                                                                : "suspect";
      all.emplace_back(label, line_text(line));
      first = false;
    }
  }
  return all;
}

Remarks display_remarks(const Json& at_fault) {
  Remarks all;
  if (at_fault.is_null()) return all;
  for (const Json& group : at_fault["one_of"]) {
    if (all.empty()) {
      for (const Json& line : group) all.emplace_back(all.empty() ? "at fault" : "and", line_text(line));
      continue;
    }
    const auto file = group[0]["file"].get<std::string>();
    std::vector<std::string> numbers;
    for (const Json& line : group) {
      if (line["file"] == file) numbers.push_back(line["line"].dump());
    }
    all.emplace_back("or", fmt::format("{}:{}: its rows", file, fmt::join(numbers, ", ")));
  }
  return all;
}

}  // namespace attest
