#include "tools/attest/report/precision_section.hpp"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <thread>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "precision/precision_study.hpp"
#include "tools/attest/report/chart.hpp"
#include "tools/attest/report/settings_axis.hpp"
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
  const SettingsAxis axis(subject);
  const Deadline deadline(run);
  StudyOptions options;
  options.threads =
      run.threads > 0 ? run.threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.stop = [&] { return deadline.reached(); };
  Table table{{"setting"}, {}};
  for (const EvaluationModel model : evaluation_models) table.header.push_back(to_string(model));
  Chart chart{
      "Least significand width by " + axis.name(), axis.name(), "bits", axis.places(), {}, std::nullopt, ""};
  for (const ReportedVerdict& row : subject.verdicts) {
    const Verdict& verdict = row.verdict;
    if (verdict.variant != variant || verdict.status != Status::holds || verdict.inputs.space > most_inputs)
      continue;
    const auto problem = problem_of(subject.claim, verdict);
    if (!problem || !problem->why_not_judged().empty()) continue;
    std::vector<std::string> cells{verdict.parameters.to_string()};
    for (const EvaluationModel model : evaluation_models) {
      const LeastPrecision least = least_precision(*problem, model, options);
      cells.push_back(width_text(least));
      if (least.bits)
        axis.add(chart.series, to_string(model), verdict.parameters, static_cast<double>(*least.bits));
    }
    table.rows.push_back(std::move(cells));
  }
  if (table.rows.empty()) return section;
  section.blocks.emplace_back(Prose{fmt::format(
      "The least significand width, in bits, with which every input of the {} variant is still decided rightly: \"stored\" rounds the "
      "weights alone, \"plain\" every operation, \"tensor-core\" and \"flash\" what a GPU rounds (sums and softmax in fp32). Settings of up to {} inputs are looked at; attest "
      "precision tells more of them, and of named formats.",
      to_string(variant), most_inputs)});
  section.blocks.emplace_back(Tabled{"", table});
  const std::string svg = chart_svg(chart);
  if (!svg.empty())
    section.blocks.emplace_back(
        Drawn{svg, "What the table says. double has 53 bits, single 24, fp16 11, bf16 8."});
  return section;
}

}  // namespace attest::report
