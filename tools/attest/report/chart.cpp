#include "tools/attest/report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/attest/report/html_escape.hpp"
#include "tools/attest/report/html_style.hpp"
#include "tools/attest/text.hpp"

namespace attest::report {

namespace {

// In a system of 360 units: a telephone shows it in its own size, so that letters keep theirs.
constexpr double width = 360;
constexpr double plot_left = 56;
constexpr double plot_right = 346;
constexpr double plot_top = 14;
constexpr double plot_bottom = 190;
constexpr double logarithmic_from = 100;  // largest by smallest
constexpr std::size_t title_width = 58;   // characters of a line

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

constexpr std::size_t styles = 6;  // html_style.cpp has them

// Told apart without colours too: a circle, a square, a triangle, a diamond, a triangle on its tip, a cross. r: half its size.
std::string mark(std::size_t series, double x, double y, double r) {
  const std::string style = fmt::format("class=\"series{}\"", series % styles);
  switch (series % styles) {
    case 0:
      return fmt::format("<circle {} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>", style, x, y, r);
    case 1:
      return fmt::format("<rect {} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", style,
                         x - r, y - r, 2 * r, 2 * r);
    case 2:
      return fmt::format("<path {} d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z\"/>", style, x, y - r, r, 2 * r,
                         -2 * r);
    case 3:
      return fmt::format(
          "<path {0} d=\"M{1:.1f} {2:.1f}l{3:.1f} {3:.1f}l{4:.1f} {3:.1f}l{4:.1f} {4:.1f}z\"/>", style, x,
          y - r, r, -r);
    case 4:
      return fmt::format("<path {} d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z\"/>", style, x, y + r, r, -2 * r,
                         -2 * r);
    default:
      return fmt::format(
          "<path {0} d=\"M{1:.1f} {2:.1f}h{3:.1f}v{3:.1f}h{3:.1f}v{3:.1f}h{4:.1f}v{3:.1f}h{4:.1f}v{4:.1f}h{4:.1f}"
          "v{4:.1f}h{3:.1f}z\"/>",
          style, x - r / 3, y - r, 2 * r / 3, -2 * r / 3);
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
  for (const auto& [level, text] : chart.levels) values.push_back(level);
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
  const std::vector<std::string> title =
      chart.titled ? broken(chart.title, title_width) : std::vector<std::string>();
  const double above = title.empty() ? 0 : 14 * static_cast<double>(title.size()) + 6;
  std::string svg = fmt::format(
      "<svg class=\"chart\" role=\"img\" viewBox=\"0 {:.0f} {} {:.0f}\" aria-label=\"{}\">"
      "<title>{}</title>",
      -above, width, height + above, html_escape(chart.title), html_escape(chart.title));
  for (std::size_t k = 0; k < title.size(); ++k) {
    svg += fmt::format("<text x=\"{}\" y=\"{:.0f}\">{}</text>", plot_left - 44,
                       12 - above + 14 * static_cast<double>(k), html_escape(title[k]));
  }
  svg += lines_across(axis);
  for (const auto& [level, text] : chart.levels) {
    svg += fmt::format(
        "<line class=\"level\" x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\"/>"
        "<text class=\"known\" x=\"{2}\" y=\"{3:.1f}\" text-anchor=\"end\">{4}</text>",
        plot_left, axis.place(level), plot_right, axis.place(level) - 3, html_escape(text));
  }
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
    const double r = 3.5 + 0.8 * static_cast<double>(chart.series.size() - 1 - s);
    for (std::size_t k = 0; k < chart.series[s].values.size(); ++k) {
      const auto& value = chart.series[s].values[k];
      if (!value || !std::isfinite(*value)) continue;
      points += fmt::format("{:.1f},{:.1f} ", at_x(k), axis.place(*value));
      marks += mark(s, at_x(k), axis.place(*value), r);
    }
    svg += fmt::format("<polyline class=\"line{}\" points=\"{}\"/>{}", s % styles, points, marks);
    name(fmt::format("<line class=\"line{0}\" x1=\"{1}\" y1=\"{2:.0f}\" x2=\"{3}\" y2=\"{2:.0f}\"/>",
                     s % styles, plot_left + 2, key, plot_left + 28) +
             mark(s, plot_left + 15, key, 3.5),
         chart.series[s].name);
  }
  if (chart.limit)
    name(fmt::format("<line class=\"limit\" x1=\"{0}\" y1=\"{1:.0f}\" x2=\"{2}\" y2=\"{1:.0f}\"/>",
                     plot_left + 2, key, plot_left + 28),
         chart.limit_name);
  return svg + "</svg>";
}

std::string chart_file(const Chart& chart, const std::string& comment) {
  std::string svg = chart_svg(chart);
  if (svg.empty()) return "";
  std::string said = comment;
  for (std::size_t k = said.find("--"); k != std::string::npos; k = said.find("--"))
    said.insert(k + 1, 1, ' ');
  // What a page's colours are is what its :root says; of a drawing that is the svg element.
  const std::string head =
      fmt::format("\n<!-- {} -->\n<style>{}svg{{background:var(--ground);font-family:sans-serif}}</style>\n",
                  said, html_style());
  svg.insert(svg.find('>') + 1, head);
  svg.insert(4, " xmlns=\"http://www.w3.org/2000/svg\"");
  return svg + "\n";
}

}  // namespace attest::report
