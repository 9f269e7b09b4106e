#include "tools/attest/report/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

#include "tools/attest/report/html_escape.hpp"

namespace attest::report {

namespace {

std::string place_text(const Json& position) {
  if (!position.is_array()) return position.is_string() ? position.get<std::string>() : position.dump();
  std::string text;
  for (const Json& entry : position) text += (text.empty() ? "(" : ",") + entry.dump();
  return text + ")";
}

// For the shade alone.
double weight_of(const Json& tuple) {
  const Json& weight = tuple["weight"];
  return weight.is_null() ? 0 : std::strtod(weight["lower"].get<std::string>().c_str(), nullptr);
}

struct Cell {
  std::size_t row = 0;
  std::size_t column = 0;
  double weight = 0;
};

}  // namespace

std::string heat_map_svg(const Json& head) {
  const Json& tuples = head["tuples"];
  if (tuples.empty() || tuples.size() > most_cells || head["rest"]["tuples"] != "0") return "";
  const std::size_t indices = tuples[0]["tuple"].size();
  if (indices != 1 && indices != 2) return "";
  // Places of each index, ascending as the document has its tokens.
  std::vector<std::map<Json, std::size_t>> axes(indices);
  for (const Json& tuple : tuples) {
    for (std::size_t k = 0; k < indices; ++k) axes[k][tuple["tuple"][k]] = 0;
  }
  for (auto& axis : axes) {
    std::size_t at = 0;
    for (auto& [place, index] : axis) index = at++;
  }
  const std::size_t columns = axes.back().size();
  const std::size_t rows = indices == 2 ? axes.front().size() : 1;
  if (rows * columns != tuples.size()) return "";
  std::vector<Cell> cells;
  double most = 0;
  for (const Json& tuple : tuples) {
    const Json& of = tuple["tuple"];
    cells.push_back({indices == 2 ? axes[0][of[0]] : 0, axes.back()[of[indices - 1]], weight_of(tuple)});
    most = std::max(most, cells.back().weight);
  }
  std::size_t longest = 1;
  for (const auto& axis : axes) {
    for (const auto& [place, index] : axis) longest = std::max(longest, place_text(place).size());
  }
  constexpr double width = 360;
  const double left = 22 + 6.5 * static_cast<double>(longest);
  const double side = std::min(34.0, (width - left - 4) / static_cast<double>(columns));
  const bool slants = 6.5 * static_cast<double>(longest) > side;
  const double top = slants ? 24 + 6.5 * static_cast<double>(longest) : 32;
  const double height = top + side * static_cast<double>(rows) + 6;
  const std::string title = fmt::format("attention weights of {}", head["name"].get<std::string>());
  std::string svg = fmt::format(
      "<svg class=\"heat\" role=\"img\" viewBox=\"0 0 {:.0f} {:.0f}\" aria-label=\"{}\"><title>{}</title>",
      width, height, html_escape(title), html_escape(title));
  svg += fmt::format("<text x=\"{:.1f}\" y=\"11\">{}</text>", left, indices == 2 ? "second token" : "token");
  if (indices == 2)
    svg += fmt::format(
        "<text transform=\"translate(11 {:.1f}) rotate(-90)\" text-anchor=\"middle\">first token</text>",
        std::max(top + 32, top + side * static_cast<double>(rows) / 2));
  for (const auto& [place, index] : axes.back()) {
    const double x = left + side * (static_cast<double>(index) + 0.5);
    svg += slants ? fmt::format("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\">{}</text>", x + 4,
                                top - 4, html_escape(place_text(place)))
                  : fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", x,
                                top - 5, html_escape(place_text(place)));
  }
  if (indices == 2) {
    for (const auto& [place, index] : axes.front())
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", left - 5,
                         top + side * (static_cast<double>(index) + 0.5) + 4, html_escape(place_text(place)));
  }
  std::string frames;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Cell& cell = cells[k];
    const double x = left + side * static_cast<double>(cell.column);
    const double y = top + side * static_cast<double>(cell.row);
    std::string name;
    for (const Json& place : tuples[k]["tuple"]) name += (name.empty() ? "" : ", ") + place_text(place);
    svg += fmt::format(
        "<rect class=\"cell\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "fill-opacity=\"{:.3f}\"><title>{}: {:.4g}</title></rect>",
        x, y, side, side, most > 0 ? cell.weight / most : 0, html_escape(name), cell.weight);
    if (cell.weight == most && most > 0)
      frames +=
          fmt::format("<rect class=\"winner\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                      x + 1, y + 1, side - 2, side - 2);
  }
  return svg + frames + "</svg>";
}

}  // namespace attest::report
