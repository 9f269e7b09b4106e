#include "tools/attest/report/margin_section.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "tools/attest/report/chart.hpp"
#include "tools/attest/report/settings_axis.hpp"
#include "tools/attest/report/stated_curves.hpp"

namespace attest::report {

namespace {

std::string names_text(const std::vector<Series>& all) {
  std::string text;
  for (const Series& series : all) text += (text.empty() ? "" : ", ") + series.name;
  return text;
}

void add_chart(Section& section, Chart chart, const std::string& caption) {
  chart.title += " (" + names_text(chart.series) + ")";
  const std::string svg = chart_svg(chart);
  if (!svg.empty()) section.blocks.emplace_back(Drawn{svg, caption});
}

// A line that stands beside what was measured; one that has a single point says nothing of growth, and is drawn all the same.
void add_curve(const SettingsAxis& axis, std::vector<Series>& all, const Curve& curve) {
  for (const auto& [parameters, value] : curve.points) axis.add(all, curve.name, parameters, value);
}

void add_error_chart(Section& section, const Subject& subject, const SettingsAxis& axis,
                     const std::vector<NamedProof>& proofs) {
  Chart chart{"Largest output error by " + axis.name(),
              axis.name(),
              "largest |y − truth|",
              axis.places(),
              axis.by_variant(subject, [](const Verdict& v) { return measured(v, Quantity::output_error); }),
              0.5,
              "1/2, from which on a number is wrong"};
  if (chart.series.empty()) return;
  const std::size_t alone = chart.series.size();
  for (const Curve& curve :
       stated_curves(subject, subject.claim.info().variants.back().variant, Quantity::output_error))
    add_curve(axis, chart.series, curve);
  for (const NamedProof& named : proofs) add_curve(axis, chart.series, proved_curve(subject, named));
  add_chart(
      section, chart,
      std::string("The largest error of all inputs; from 1/2 on the number is wrong.") +
          (chart.series.size() > alone ? " Beside it is what is stated, or proved, for every size." : ""));
}

void add_gap_chart(Section& section, const Subject& subject, const SettingsAxis& axis) {
  Chart chart{"Least score gap by " + axis.name(),
              axis.name(),
              "least score gap",
              axis.places(),
              axis.by_variant(subject, [](const Verdict& v) { return measured(v, Quantity::score_gap); }),
              std::nullopt,
              ""};
  if (chart.series.empty()) return;
  const auto curves =
      stated_curves(subject, subject.claim.info().variants.back().variant, Quantity::score_gap);
  for (const Curve& curve : curves) add_curve(axis, chart.series, curve);
  add_chart(
      section, chart,
      std::string("How far the best index tuple is ahead of the second best, the least of all inputs.") +
          (curves.empty() ? ""
                          : " Beside it is the growth that is stated, with the largest constant that all of "
                            "these settings allow; they do not decide it."));
}

void add_margin_chart(Section& section, const Subject& subject, const SettingsAxis& axis) {
  const auto margin = [](const Verdict& v) -> std::optional<double> {
    if (!v.margins.decision_margin || v.margins.decision_margin->lower.empty()) return std::nullopt;
    return std::strtod(v.margins.decision_margin->lower.c_str(), nullptr);
  };
  add_chart(section,
            {"Least decision margin by " + axis.name(), axis.name(), "least margin", axis.places(),
             axis.by_variant(subject, margin), 0.0, "0, below which an output is wrong"},
            "The least margin of all inputs; below 0 an output is wrong.");
}

}  // namespace

Section margin_section(const Subject& subject, const std::vector<NamedProof>& proofs) {
  Section section{"Margins, errors and gaps", {}};
  if (subject.verdicts.empty()) return section;
  const SettingsAxis axis(subject);
  add_error_chart(section, subject, axis, proofs);
  add_margin_chart(section, subject, axis);
  add_gap_chart(section, subject, axis);
  return section;
}

}  // namespace attest::report
