#include "tools/attest/verdict_table.hpp"

#include <fmt/format.h>

#include "numeric/short_decimal.hpp"
#include "verification/stop_reason.hpp"

#include "tools/attest/latex.hpp"

namespace attest {

Table verdict_table(const std::vector<Verdict>& verdicts, bool with_reason, Format format) {
  Table table;
  table.header = {"claim",
                  "variant",
                  "parameters",
                  "verdict",
                  "evidence",
                  "checked",
                  "inputs",
                  "failing",
                  "score gap",
                  "output error at most",
                  "decision margin at least"};
  if (with_reason) table.header.emplace_back("reason");
  if (format == Format::csv) table.header.emplace_back("kind");
  const auto count = [format](bool is_known, const Integer& inputs) {
    return !is_known ? "-" : format == Format::csv ? inputs.str() : short_count(inputs);
  };
  for (const Verdict& v : verdicts) {
    std::vector<std::string> row{
        name_of(v),
        to_string(v.variant),
        v.parameters.to_string(),
        format == Format::csv ? to_string(v.status) : status_text(v),
        v.evidence ? to_string(*v.evidence) : "-",
        count(v.inputs.checked_is_known, v.inputs.checked),
        count(v.inputs.total_is_known, v.inputs.total),
        v.inputs.failing_is_known ? v.inputs.failing.str() : "-",
        v.margins.score_gap && !v.margins.score_gap->exact.empty() ? v.margins.score_gap->exact : "-",
        v.margins.output_error && !v.margins.output_error->upper.empty()
            ? short_bound(v.margins.output_error->upper, 5, true)
            : "-",
        v.margins.decision_margin && !v.margins.decision_margin->lower.empty()
            ? short_bound(v.margins.decision_margin->lower, 5, false)
            : "-"};
    if (with_reason) row.push_back(v.reason.value_or(""));
    if (format == Format::csv) row.emplace_back(v.kind ? to_string(*v.kind) : "");
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string reasons_in_latex(const std::vector<std::pair<std::string, std::string>>& reasons) {
  if (reasons.empty()) return "";
  std::string text = latex_list;
  for (const auto& [what, why] : reasons)
    text += fmt::format("  \\item {}: {}\n", latex_prose(what), latex_prose(why));
  return text + "\\end{itemize}\n";
}

std::string verdicts_in_latex(const std::vector<Verdict>& verdicts) {
  const Table all = verdict_table(verdicts, true, Format::latex);
  Table table{{"claim", "parameters", "verdict", "inputs", "failing", "score gap", "error at most",
               "margin at least"},
              {}};
  std::vector<std::pair<std::string, std::string>> reasons;
  for (const auto& row : all.rows) {
    const std::string claim = fmt::format("{} ({})", row[0], row[1]);
    const std::string verdict = row[4] == "-" ? row[3] : fmt::format("{} ({})", row[3], row[4]);
    table.rows.push_back({claim, row[2], verdict, row[6], row[7], row[8], row[9], row[10]});
    if (!row[11].empty()) reasons.emplace_back(fmt::format("{} {}, {}", claim, row[2], row[3]), row[11]);
  }
  return latex_table(table) + reasons_in_latex(reasons);
}

std::string rendered_verdicts(const std::vector<Verdict>& verdicts, Format format,
                              const Provenance* of_file) {
  if (format == Format::latex)
    return (of_file != nullptr ? of_file->first_line(format) : "") + verdicts_in_latex(verdicts);
  const Table table = verdict_table(verdicts, true, format);
  return of_file != nullptr ? of_file->render_file(table, format) : render(table, format);
}

}  // namespace attest
