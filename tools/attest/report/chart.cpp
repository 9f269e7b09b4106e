#include "tools/attest/report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/attest/report/html_escape.hpp"

namespace attest::report {

namespace {

// In a system of 360 units: a telephone shows it in its own size, so that letters keep theirs.
constexpr double width = 360;
constexpr double plot_left = 56;
constexpr double plot_right = 346;
constexpr double plot_top = 14;
constexpr double plot_bottom = 190;
constexpr double logarithmic_from = 100;  // largest by smallest

// What the ends of the vertical axis are, and how a value is placed between them.
struct Axis {
  double low = 0;
  double high = 1;
  double step = 1;  // between lines; of a logarithmic axis in powers of ten
  bool logarithmic = false;

  double place(double value) const {
    const double at = logarithmic ? std::log10(value) : value;
    return plot_bottom - (plot_bottom - plot_top) * (at - low) / (high - low);
  }
};

double round_step(double span) {
  const double power = std::pow(10.0, std::floor(std::log10(span)));
  for (const double factor : {0.1, 0.2, 0.5, 1.0}) {
    if (span / (factor * power) <= 6) return factor * power;
  }
  return 2 * power;
}

Axis axis_of(const std::vector<double>& values) {
  Axis axis;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  axis.logarithmic = *least > 0 && *most / *least >= logarithmic_from;
  if (axis.logarithmic) {
    axis.low = std::floor(std::log10(*least));
    axis.high = std::max(axis.low + 1, std::ceil(std::log10(*most)));
    axis.step = std::max(1.0, std::ceil((axis.high - axis.low) / 6));
    return axis;
  }
  const double low = std::min(0.0, *least);
  const double high = std::max(0.0, *most);
  axis.step = high > low ? round_step(high - low) : 1;
  axis.low = std::floor(low / axis.step + 1e-9) * axis.step;
  axis.high = std::max(axis.low + axis.step, std::ceil(high / axis.step - 1e-9) * axis.step);
  return axis;
}

std::string lines_across(const Axis& axis) {
  std::string svg;
  constexpr int most_lines = 20;  // an axis has about six
  for (int k = 0; k < most_lines; ++k) {
    const double at = axis.low + k * axis.step;
    if (at > axis.high + 1e-9 * axis.step) break;
    const double y = axis.logarithmic ? axis.place(std::pow(10.0, at)) : axis.place(at);
    const std::string label = axis.logarithmic ? fmt::format("1e{}", static_cast<int>(at))
                                               : fmt::format("{:.4g}", std::abs(at) < 1e-12 ? 0.0 : at);
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
        plot_left, y, plot_right, plot_left - 5, y + 4, label);
  }
  return svg;
}

// Told apart without colours too: a circle, a square, a triangle, a diamond.
std::string mark(std::size_t series, double x, double y) {
  const std::string style = fmt::format("class=\"series{}\"", series % 4);
  switch (series % 4) {
    case 0:
      return fmt::format("<circle {} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>", style, x, y);
    case 1:
      return fmt::format("<rect {} x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\"/>", style, x - 3.5,
                         y - 3.5);
    case 2:
      return fmt::format("<path {} d=\"M{:.1f} {:.1f}l4 7h-8z\"/>", style, x, y - 4);
    default:
      return fmt::format("<path {} d=\"M{:.1f} {:.1f}l4 4l-4 4l-4 -4z\"/>", style, x, y - 4);
  }
}

}  // namespace

std::string chart_svg(const Chart& chart) {
  std::vector<double> values;
  for (const Series& series : chart.series) {
    for (const auto& value : series.values) {
      if (value && std::isfinite(*value)) values.push_back(*value);
    }
  }
  if (values.empty() || chart.places.empty()) return "";
  if (chart.limit) values.push_back(*chart.limit);
  const Axis axis = axis_of(values);
  const double slot = (plot_right - plot_left) / static_cast<double>(chart.places.size());
  const auto at_x = [&](std::size_t k) { return plot_left + slot * (static_cast<double>(k) + 0.5); };
  // Labels that would run into each other are set slanting.
  std::size_t longest = 1;
  for (const std::string& place : chart.places) longest = std::max(longest, place.size());
  const bool slants = 6.2 * static_cast<double>(longest) > slot;
  const double below = slants ? 12 + 4.4 * static_cast<double>(std::min<std::size_t>(longest, 26)) : 16;
  const double height =
      plot_bottom + below + 24 + 16 * static_cast<double>(chart.series.size() + (chart.limit ? 1 : 0));
  std::string svg = fmt::format(
      "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {} {:.0f}\" aria-label=\"{}\">"
      "<title>{}</title>",
      width, height, html_escape(chart.title), html_escape(chart.title));
  svg += lines_across(axis);
  svg += fmt::format("<text transform=\"translate(11 {:.0f}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
                     (plot_top + plot_bottom) / 2,
                     html_escape(chart.y_axis + (axis.logarithmic ? " (log)" : "")));
  for (std::size_t k = 0; k < chart.places.size(); ++k) {
    const std::string place =
        chart.places[k].size() > 26 ? chart.places[k].substr(0, 25) + "…" : chart.places[k];
    svg += slants ? fmt::format(
                        "<text transform=\"translate({:.1f} {}) rotate(-45)\" text-anchor=\"end\">{}</text>",
                        at_x(k) + 3, plot_bottom + 13, html_escape(place))
                  : fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>", at_x(k),
                                plot_bottom + 15, html_escape(place));
  }
  svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>",
                     (plot_left + plot_right) / 2, plot_bottom + below + 14, html_escape(chart.x_axis));
  double key = plot_bottom + below + 32;
  const auto name = [&](const std::string& sign, const std::string& text) {
    svg += sign +
           fmt::format("<text x=\"{}\" y=\"{:.0f}\">{}</text>", plot_left + 34, key + 4, html_escape(text));
    key += 16;
  };
  if (chart.limit) {
    const double y = axis.place(*chart.limit);
    svg += fmt::format("<line class=\"limit\" x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\"/>",
                       plot_left, y, plot_right);
  }
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    std::string points;
    std::string marks;
    for (std::size_t k = 0; k < chart.series[s].values.size(); ++k) {
      const auto& value = chart.series[s].values[k];
      if (!value || !std::isfinite(*value)) continue;
      points += fmt::format("{:.1f},{:.1f} ", at_x(k), axis.place(*value));
      marks += mark(s, at_x(k), axis.place(*value));
    }
    svg += fmt::format("<polyline class=\"line{}\" points=\"{}\"/>{}", s % 4, points, marks);
    name(fmt::format("<line class=\"line{0}\" x1=\"{1}\" y1=\"{2:.0f}\" x2=\"{3}\" y2=\"{2:.0f}\"/>", s % 4,
                     plot_left + 2, key, plot_left + 28) +
             mark(s, plot_left + 15, key),
         chart.series[s].name);
  }
  if (chart.limit)
    name(fmt::format("<line class=\"limit\" x1=\"{0}\" y1=\"{1:.0f}\" x2=\"{2}\" y2=\"{1:.0f}\"/>",
                     plot_left + 2, key, plot_left + 28),
         chart.limit_name);
  return svg + "</svg>";
}

}  // namespace attest::report
