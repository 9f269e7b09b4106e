// What `attest precision` found, for readers: text, tables and JSON.
#pragma once

#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "precision/precision_study.hpp"
#include "tools/attest/table.hpp"

namespace attest {

struct FormatFinding {
  FormatAnswer answer;
  Json first_wrong_input;  // null where there is none
  StepAnswer steps;
  std::vector<std::string> outputs;  // y at the judged positions, where one input was asked for
};

// One claim, variant and setting.
struct PrecisionReport {
  const ClaimInfo* claim = nullptr;
  Variant variant = Variant::printed;
  Parameters parameters;
  Integer space;            // inputs of the space
  std::string restriction;  // which inputs were looked at, or "" for all
  std::vector<FormatFinding> findings;
  std::vector<LeastPrecision> least;
  std::string why_not_judged;  // "" where the problem judges all inputs
  // From the certified margin alone, for the model plain: the margin (absent where there is none) and a width
  // that is enough; absent where the analysis gives none up to that model's greatest width.
  std::optional<OutputMargin> margin;
  std::optional<long> sufficient;
  std::string no_analysis;                   // why nothing follows from the margin alone, or ""
  std::optional<Verdict> exact;              // of the same claim without rounding, where it was asked
  std::optional<LeastMultiple> temperature;  // where it was asked for
  std::string stop_reason;                   // why it is not complete, or ""
};

// Of that model; null where it was not looked for.
const LeastPrecision* least_of(const PrecisionReport& report, const EvaluationModel& model);
// How many bits `sufficient` is above the least width of the model plain, where both are known.
std::optional<long> sufficient_gap(const PrecisionReport& report);

// A row a format, a column a model: "all", or how many of the judged inputs are right; a column of inputs
// that are not judged where there are some.
Table format_table(const PrecisionReport& report);
// A row a model: the least width, the widths that were run, the exponents met at 256 bits or at the widest
// format.
Table least_table(const PrecisionReport& report);
// A row a setting, a column a model: the least widths over a range of a parameter.
Table range_table(const std::vector<PrecisionReport>& reports);

std::string precision_text(const PrecisionReport& report);
Json precision_json(const PrecisionReport& report);

// The one integer parameter in which the settings differ; "" where there is none. At least one report.
std::string varied_parameter(const std::vector<PrecisionReport>& reports);

// p = a + b log2(n) by least squares over the settings whose only difference is one integer parameter;
// nullopt with fewer than two points. For reading a trend, not a proof.
struct FittedSlope {
  std::string parameter;
  double slope = 0;
};
std::optional<FittedSlope> fitted_slope(const std::vector<PrecisionReport>& reports,
                                        const EvaluationModel& model);

}  // namespace attest
