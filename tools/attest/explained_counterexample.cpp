#include "tools/attest/explained_counterexample.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <vector>

#include "claims/usage_error.hpp"
#include "theorems/explanation/construction_lines.hpp"
#include "tools/attest/explanation_report.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

// The lines that a refuted display speaks of: it and the rows disagree.
std::string lines_of_display(const ExplainedInput& explained, const Verdict& verdict) {
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&explained.claim);
  if (theorem == nullptr || !explained.has_layer() || explained.weights || verdict.kind != Kind::display ||
      !verdict.reason)
    return "";
  std::string text;
  try {
    const auto setting = theorem->setting_for_run(explained.variant, explained.parameters);
    const theorems::ConstructionLines lines(*theorem, dynamic_cast<const LayerSetting&>(*setting), true);
    const auto groups = lines.of_display(*verdict.reason);
    for (std::size_t k = 0; k < groups.size(); ++k) {
      // The display in full; of its rows where they stand.
      if (k == 0) {
        for (const theorems::TextLine& line : groups[k])
          text += labelled(text.empty() ? "at fault" : "and",
                           fmt::format("{}:{}: {}", line.file, line.line, line.text));
        continue;
      }
      std::vector<long> numbers;
      for (const theorems::TextLine& line : groups[k]) {
        if (line.file == groups[k].front().file) numbers.push_back(line.line);
      }
      text +=
          labelled("or", fmt::format("{}:{}: its rows", groups[k].front().file, fmt::join(numbers, ", ")));
    }
  } catch (const UsageError&) {  // a setting of `verify` alone: it has no lines
    return "";
  }
  return text;
}

}  // namespace

std::string counterexample_text(const ExplainedInput& explained, const Verdict& verdict) {
  const Json& counterexample = verdict.counterexample;
  const bool wrong_output = counterexample.is_object() && counterexample.contains("rank") &&
                            counterexample.contains("position") && !counterexample.value("right", true);
  if (!wrong_output || !explained.has_layer()) return lines_of_display(explained, verdict);
  try {
    const Json document =
        explained.document("rank:" + counterexample["rank"].get<std::string>(), counterexample["position"]);
    std::string text = explanation_brief(document);
    if (document.contains("replay"))
      text += "\n" + labelled_command("the rest", document["replay"].get<std::string>());
    return text;
  } catch (const std::runtime_error& error) {
    // The verdict stands without it: more than can be listed, or a precision that does not reach.
    return labelled("not explained", error.what());
  }
}

}  // namespace attest
