#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/attest/precision_report.hpp"

namespace attest {

namespace {

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
  std::string escaped;
  for (const char c : text)
    escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return escaped;
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

// Drawn in a system of 640 x 400 units: the parameter to the right, the least width upwards from 0.
std::string precision_chart(const std::vector<PrecisionReport>& reports, const std::string& provenance) {
  if (reports.size() < 2) return "";
  const Varied varied = varied_in(reports);
  if (varied.name.empty()) return "";
  long most_p = 1;
  for (const LeastPrecision& least : reports.front().least) {
    for (const auto& [n, p] : points(reports, varied, least.model)) most_p = std::max(most_p, p);
  }
  const long low = *std::min_element(varied.values.begin(), varied.values.end());
  const long high = *std::max_element(varied.values.begin(), varied.values.end());
  const long step = std::max(1L, (most_p + 5) / 6);
  const long top = (most_p / step + 1) * step;
  const double left = 60;
  const double right = 500;
  const double bottom = 340;
  const double height = 290;
  const auto at_x = [&](long n) {
    return left + 20 +
           (right - left - 40) * static_cast<double>(n - low) / static_cast<double>(std::max(1L, high - low));
  };
  const auto at_y = [&](long p) {
    return bottom - height * static_cast<double>(p) / static_cast<double>(top);
  };
  std::string comment = provenance;
  for (std::size_t k = comment.find("--"); k != std::string::npos; k = comment.find("--"))
    comment.insert(k + 1, 1, ' ');
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n"
      "<!-- {} -->\n<rect width=\"640\" height=\"400\" fill=\"white\"/>\n"
      "<text x=\"{}\" y=\"20\" font-size=\"15\">{} ({}): least significand width</text>\n"
      "<text x=\"{}\" y=\"38\" font-size=\"12\">{}</text>\n"
      "<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">significand bits p</text>\n",
      comment, left, reports.front().claim->id, to_string(reports.front().variant), left,
      held_text(reports.front(), varied.name), bottom - height / 2);
  // The widths of formats that hardware has.
  for (const auto& [bits, name] :
       {std::pair(8L, "bfloat16"), std::pair(11L, "fp16"), std::pair(24L, "fp32")}) {
    if (bits > top) continue;
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#999\" stroke-dasharray=\"1 2\"/>"
        "<text x=\"{2}\" y=\"{3:.1f}\" text-anchor=\"end\" font-size=\"11\" fill=\"#555\">{4}</text>\n",
        left, at_y(bits), right, at_y(bits) - 3, name);
  }
  for (long p = 0; p <= top; p += step) {
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#ddd\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        left, at_y(p), right, left - 8, at_y(p) + 4, p);
  }
  for (const long n : varied.values) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", at_x(n), bottom + 20,
                       n);
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + right) / 2,
                     bottom + 42, varied.name);
  // One colour and one line a model, so that they are told apart without colours too.
  constexpr std::array<std::pair<const char*, const char*>, 6> styles{{{"#2e7d32", "8 4"},
                                                                       {"#b3261e", "none"},
                                                                       {"#1b6ca8", "2 4"},
                                                                       {"#7b1fa2", "12 3 3 3"},
                                                                       {"#8a6d00", "4 4"},
                                                                       {"#444444", "1 3"}}};
  double key = 70;
  const std::size_t count = reports.front().least.size();
  for (std::size_t k = 0; k < count; ++k) {
    const EvaluationModel& model = reports.front().least[k].model;
    const auto& style = styles[k % styles.size()];
    const auto list = points(reports, varied, model);
    if (list.empty()) continue;
    std::string path;
    for (const auto& [n, p] : list) path += fmt::format("{:.1f},{:.1f} ", at_x(n), at_y(p));
    svg += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\"/>\n",
        path, style.first, 2 + 2 * (count - 1 - k), style.second);  // lines that lie on others are thinner
    for (const auto& [n, p] : list)
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", at_x(n), at_y(p),
                         style.first);
    svg += fmt::format(
        "<line x1=\"516\" y1=\"{0}\" x2=\"548\" y2=\"{0}\" stroke=\"{1}\" stroke-width=\"2\" "
        "stroke-dasharray=\"{2}\"/>"
        "<text x=\"556\" y=\"{3}\">{4}</text>\n",
        key, style.first, style.second, key + 4, to_string(model));
    if (const auto fit = fitted_slope(reports, model)) {
      svg += fmt::format("<text x=\"556\" y=\"{}\" font-size=\"11\">{:+.1f} where {} doubles</text>\n",
                         key + 18, fit->slope, fit->parameter);
    }
    key += 40;
  }
  return svg + "</svg>\n";
}

}  // namespace attest
