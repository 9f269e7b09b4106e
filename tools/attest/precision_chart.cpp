#include "tools/attest/precision_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest {

namespace {

const Integer farthest_shown = 64;  // size at which a proved width is drawn

// The name of the one integer parameter in which the settings differ, and its values; empty otherwise.
struct Varied {
  std::string name;
  std::vector<long> values;
};

Varied varied_in(const std::vector<PrecisionReport>& reports) {
  Varied varied;
  const Json first = reports.front().parameters.to_json();
  for (const auto& item : first.items()) {
    const std::string& name = item.key();
    const Json& value = item.value();
    const bool differs = std::any_of(reports.begin(), reports.end(), [&](const PrecisionReport& report) {
      return report.parameters.to_json()[name] != value;
    });
    if (!differs) continue;
    if (!varied.name.empty() || !value.is_number_integer()) return {};
    varied.name = name;
  }
  if (varied.name.empty()) return {};
  for (const PrecisionReport& report : reports)
    varied.values.push_back(report.parameters.integer(varied.name));
  return varied;
}

// (value of the parameter, least width), where one was found.
std::vector<std::pair<long, long>> points(const std::vector<PrecisionReport>& reports, const Varied& varied,
                                          const EvaluationModel& model) {
  std::vector<std::pair<long, long>> list;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    for (const LeastPrecision& least : reports[k].least) {
      if (least.model == model && least.bits) list.emplace_back(varied.values[k], *least.bits);
    }
  }
  return list;
}

// What does not vary, and which inputs were looked at.
std::string held_text(const PrecisionReport& report, const std::string& varied) {
  std::string text;
  const Json parameters = report.parameters.to_json();
  for (const auto& item : parameters.items()) {
    if (item.key() == varied) continue;
    const std::string value =
        item.value().is_string() ? item.value().get<std::string>() : item.value().dump();
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", item.key(), value);
  }
  if (!report.restriction.empty()) text += (text.empty() ? "" : "; ") + report.restriction;
  return text;
}

// Of what is proved for every size: at the sizes that were run, and, where it begins behind them, at its first two.
void add_proved(const std::string& varied, const theorems::SufficientBits& bits, report::Chart& chart) {
  if (!bits.refusal.empty() || bits.from.size() != 1 || bits.from.begin()->first != varied) return;
  const Integer from = bits.from.begin()->second;
  if (from > farthest_shown) return;
  // No place is left out between them, unless they are far away: what looks like a slope is one.
  const Integer last = from + 1;
  Integer next = Integer(chart.places.back()) + 1;
  if (last - next > 8) next = from;
  for (; next <= last; ++next) chart.places.push_back(next.str());
  for (report::Series& series : chart.series) series.values.resize(chart.places.size());
  report::Series proved{fmt::format("proved for {} >= {}: {}", varied, from.str(), bits.bits_text()), {}};
  for (const std::string& place : chart.places) {
    theorems::Sizes sizes = bits.proof.fixed;
    sizes[varied] = Integer(place);
    proved.values.push_back(sizes[varied] < from ? std::nullopt
                                                 : std::optional(static_cast<double>(bits.bits_at(sizes))));
  }
  chart.series.push_back(std::move(proved));
}

}  // namespace

std::string varied_parameter(const std::vector<PrecisionReport>& reports) {
  return varied_in(reports).name;
}

std::optional<FittedSlope> fitted_slope(const std::vector<PrecisionReport>& reports,
                                        const EvaluationModel& model) {
  if (reports.empty()) return std::nullopt;
  const Varied varied = varied_in(reports);
  if (varied.name.empty()) return std::nullopt;
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  double count = 0;
  for (const auto& [n, p] : points(reports, varied, model)) {
    if (n < 1) continue;
    const double x = std::log2(static_cast<double>(n));
    const auto y = static_cast<double>(p);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    count += 1;
  }
  const double spread = count * sxx - sx * sx;
  if (count < 2 || spread <= 0) return std::nullopt;
  return FittedSlope{varied.name, (count * sxy - sx * sy) / spread};
}

report::Chart precision_chart(const std::vector<PrecisionReport>& reports,
                              const std::optional<theorems::SufficientBits>& proved) {
  report::Chart chart;
  if (reports.empty()) return chart;
  const PrecisionReport& first = reports.front();
  const Varied varied = varied_in(reports);
  const std::string held = varied.name.empty() ? "" : held_text(first, varied.name);
  chart.title = fmt::format("{} ({}){}: least significand width", first.claim->id, to_string(first.variant),
                            held.empty() ? "" : ", " + held);
  chart.titled = true;
  chart.x_axis = varied.name.empty() ? "setting" : varied.name;
  chart.y_axis = "significand bits p";
  chart.levels = {{8, "bfloat16: 8"}, {11, "fp16: 11"}, {24, "fp32: 24"}};
  for (const PrecisionReport& report : reports)
    chart.places.push_back(varied.name.empty() ? report.parameters.to_string()
                                               : report.parameters.text(varied.name));
  const auto add = [&](const std::string& name, const auto& width) {
    report::Series series{name, {}};
    for (const PrecisionReport& report : reports) {
      const std::optional<long> bits = width(report);
      series.values.push_back(bits ? std::optional(static_cast<double>(*bits)) : std::nullopt);
    }
    if (std::any_of(series.values.begin(), series.values.end(), [](const auto& v) { return v.has_value(); }))
      chart.series.push_back(std::move(series));
  };
  for (const LeastPrecision& least : first.least) {
    const EvaluationModel model = least.model;
    const auto fit = fitted_slope(reports, model);
    add(to_string(model) + (fit ? fmt::format(": {:+.1f} where {} doubles", fit->slope, fit->parameter) : ""),
        [&](const PrecisionReport& report) {
          const LeastPrecision* found = least_of(report, model);
          return found == nullptr ? std::nullopt : found->bits;
        });
  }
  add("enough by the margin of each size, plain",
      [](const PrecisionReport& report) { return report.sufficient; });
  if (proved && !varied.name.empty()) add_proved(varied.name, *proved, chart);
  return chart;
}

std::optional<theorems::SufficientBits> proved_bits(const std::vector<PrecisionReport>& reports,
                                                    const Claim& claim, const VerifyOptions& options) {
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  const std::string varied = reports.empty() ? "" : varied_in(reports).name;
  if (theorem == nullptr || varied.empty()) return std::nullopt;
  std::vector<std::string> words;
  for (const ParameterSpec& spec : claim.info().parameters) {
    if (spec.name != varied) words.push_back(spec.name + "=" + reports.front().parameters.text(spec.name));
  }
  try {
    return theorems::sufficient_bits(*theorem, reports.front().variant, words, options);
  } catch (const UsageError&) {  // what prove does not take
  } catch (const Stopped&) {
  }
  return std::nullopt;
}

}  // namespace attest
