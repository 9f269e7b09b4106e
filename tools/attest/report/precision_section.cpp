#include "tools/attest/report/precision_section.hpp"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "numeric/decimal.hpp"
#include "precision/precision_study.hpp"
#include "precision/sufficient_precision.hpp"
#include "tools/attest/precision_chart.hpp"
#include "tools/attest/report/chart.hpp"
#include "tools/attest/study_options.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest::report {

namespace {

constexpr long most_inputs = 3000;  // of a setting; about a dozen widths of each model run them all

std::string width_text(const LeastPrecision& least) {
  if (!least.complete) return "not finished";
  return least.bits ? std::to_string(*least.bits)
                    : fmt::format("none up to {}", least.model.greatest_width());
}

// The claim as something that can be rounded; nothing for one without a layer.
std::unique_ptr<PrecisionProblem> problem_of(const Claim& claim, const Verdict& verdict) {
  try {
    return precision_problem(claim, verdict.variant, verdict.parameters);
  } catch (const UsageError&) {
    return nullptr;
  }
}

}  // namespace

Section precision_section(const Subject& subject, const VerifyOptions& run) {
  Section section{"Floating point", {}};
  if (subject.verdicts.empty()) return section;
  const Variant variant = subject.claim.info().variants.back().variant;
  const Deadline deadline(run);
  StudyOptions options = study_options(run, deadline);
  Table table{{"setting"}, {}};
  for (const EvaluationModel model : evaluation_models) table.header.push_back(to_string(model));
  table.header.emplace_back("by margin, plain");
  std::vector<PrecisionReport> reports;
  for (const ReportedVerdict& row : subject.verdicts) {
    const Verdict& verdict = row.verdict;
    if (verdict.variant != variant || verdict.status != Status::holds || verdict.inputs.space > most_inputs)
      continue;
    const auto problem = problem_of(subject.claim, verdict);
    if (!problem || !problem->why_not_judged().empty()) continue;
    PrecisionReport report;
    report.claim = &subject.claim.info();
    report.variant = variant;
    report.parameters = verdict.parameters;
    std::vector<std::string> cells{verdict.parameters.to_string()};
    for (const EvaluationModel model : evaluation_models) {
      report.least.push_back(least_precision(*problem, model, options));
      cells.push_back(width_text(report.least.back()));
    }
    if (problem->no_error_analysis().empty()) report.margin = problem->output_margin(verdict);
    if (report.margin) {
      report.sufficient = sufficient_precision(*problem, rational_from_decimal(report.margin->lower).value(),
                                               EvaluationModel::plain.greatest_width());
    }
    cells.push_back(report.sufficient ? std::to_string(*report.sufficient) : "");
    table.rows.push_back(std::move(cells));
    reports.push_back(std::move(report));
  }
  if (table.rows.empty()) return section;
  section.blocks.emplace_back(Prose{fmt::format(
      "The least significand width, in bits, with which every input of the {} variant is still decided rightly: \"stored\" rounds the "
      "weights alone, \"plain\" every operation, \"tensor-core\" and \"flash\" what a GPU rounds (sums and softmax in fp32). Settings of up to {} inputs are looked at; attest "
      "precision tells more of them, and of named formats.",
      to_string(variant), most_inputs)});
  section.blocks.emplace_back(Tabled{"", table});
  const std::string svg = chart_svg(precision_chart(reports, proved_bits(reports, subject.claim, run)));
  if (!svg.empty())
    section.blocks.emplace_back(Drawn{
        svg,
        "What the table says, with the slope that is fitted to each line; beside it what the margin of each size "
        "proves to be enough for \"plain\" and, where there is one, what is proved for every size (attest precision "
        "--every-size)."});
  return section;
}

}  // namespace attest::report
