// The settings of a page as places on the horizontal axis of its charts.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tools/attest/report/chart.hpp"
#include "tools/attest/report/verdict_sections.hpp"

namespace attest::report {

// Each setting once, in the order in which the verdicts come, called by the one parameter in which they differ where there is one.
class SettingsAxis {
 public:
  explicit SettingsAxis(const Subject& subject);

  const std::string& name() const { return name_; }  // "n", or "setting"
  const std::vector<std::string>& places() const { return places_; }
  std::size_t place_of(const Parameters& parameters) const;

  // A line a variant: what `value` gives for a verdict, where it gives anything. Variants with the same values share a line.
  template <class Value>
  std::vector<Series> by_variant(const Subject& subject, const Value& value) const {
    std::vector<Series> all;
    for (const ReportedVerdict& row : subject.verdicts) {
      if (const std::optional<double> drawn = value(row.verdict))
        add(all, to_string(row.verdict.variant), row.verdict.parameters, *drawn);
    }
    return joined(all);
  }

  // Sets a value of the series of this name, which is made where it is not there.
  void add(std::vector<Series>& all, const std::string& series, const Parameters& parameters,
           double value) const;

 private:
  static std::vector<Series> joined(const std::vector<Series>& all);
  std::string called(const Parameters& parameters) const;

  std::string name_;
  std::vector<std::string> places_;
};

}  // namespace attest::report
