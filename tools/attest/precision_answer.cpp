#include "tools/attest/precision_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace attest {

namespace {

// "n = 4" where settings differ in one parameter alone, else the whole setting.
std::string size_of(const PrecisionReport& report, const std::string& varied) {
  if (varied.empty()) return report.parameters.to_string();
  return fmt::format("{} = {}", varied, report.parameters.integer(varied));
}

const FormatFinding* finding_of(const PrecisionReport& report, const EvaluationModel& model,
                                const FloatFormat& format) {
  for (const FormatFinding& finding : report.findings) {
    if (finding.answer.model == model && finding.answer.format == format) return &finding;
  }
  return nullptr;
}

// Of the last setting that was run; `size` says which, or "".
std::string bits_text(const PrecisionReport& report, const EvaluationModel& model, const std::string& size) {
  const LeastPrecision* least = least_of(report, model);
  if (least == nullptr || !least->bits) return "";
  return fmt::format("; {} bits are {}{}{}", *least->bits,
                     report.restriction.empty() ? "enough" : "right on the inputs looked at",
                     size.empty() ? "" : " at " + size,
                     least->stalls() ? ", but sums stall with them, and are right by chance" : "");
}

struct AnswerFound {
  std::optional<std::string> right_to;  // the last size up to which every input was seen and is right
  std::optional<std::string> drawn_to;  // behind it: up to which no input that was drawn is wrong
  std::optional<std::string> wrong_at;
  std::string first_wrong;
  std::optional<std::string> open_at;  // where neither is known
  bool none_judged = true;
};

AnswerFound answer_found(const std::vector<PrecisionReport>& reports, const std::string& varied,
                         const EvaluationModel& model, const FloatFormat& format) {
  AnswerFound result;
  for (const PrecisionReport& report : reports) {
    const FormatFinding* finding = finding_of(report, model, format);
    const std::string size = size_of(report, varied);
    if (finding == nullptr) {
      result.open_at = size;
      break;
    }
    const FormatAnswer& answer = finding->answer;
    if (answer.none_judged()) continue;
    result.none_judged = false;
    if (answer.first_wrong) {
      result.wrong_at = size;
      result.first_wrong = finding->first_wrong_input.dump();
      break;
    }
    if (!answer.all_right()) {
      result.open_at = size;
      break;
    }
    if (report.restriction.empty() && !result.drawn_to)
      result.right_to = size;
    else
      result.drawn_to = size;
  }
  return result;
}

std::string answer_text_of(const AnswerFound& found, bool several) {
  std::vector<std::string> parts;
  const char* to = several ? "up to" : "at";
  if (found.none_judged && !found.open_at) return "no input is judged";
  if (found.right_to) parts.push_back(fmt::format("right {} {}", to, *found.right_to));
  if (found.drawn_to)
    parts.push_back(fmt::format("no input that was drawn is wrong {} {}", to, *found.drawn_to));
  if (found.wrong_at) {
    parts.push_back(
        fmt::format("{} {}: {}", several ? "first wrong" : "wrong at", *found.wrong_at, found.first_wrong));
  }
  if (found.open_at) parts.push_back(fmt::format("not known at {}", *found.open_at));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<std::string> answer_lines(const std::vector<PrecisionReport>& reports) {
  const std::string varied = reports.size() > 1 ? varied_parameter(reports) : "";
  const bool several = reports.size() > 1;
  const std::string last = several ? size_of(reports.back(), varied) : "";
  std::vector<EvaluationModel> models;
  for (const FormatFinding& finding : reports.front().findings) {
    if (std::find(models.begin(), models.end(), finding.answer.model) == models.end())
      models.push_back(finding.answer.model);
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> lines;  // what is said, of which formats
  for (const EvaluationModel& model : models) {
    for (const FormatFinding& finding : reports.front().findings) {
      const FloatFormat& format = finding.answer.format;
      if (finding.answer.model != model) continue;
      const std::string said = fmt::format(
          "{}: {}{}", to_string(model), answer_text_of(answer_found(reports, varied, model, format), several),
          bits_text(reports.back(), model, last));
      const auto same =
          std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.first == said; });
      if (same == lines.end()) {
        lines.emplace_back(said, std::vector{format.name});
      } else {
        same->second.push_back(format.name);
      }
    }
  }
  std::vector<std::string> result;
  for (const auto& [said, formats] : lines)
    result.push_back(fmt::format("{}, {}", fmt::join(formats, ", "), said));
  return result;
}

}  // namespace attest
