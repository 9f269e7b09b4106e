#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tools/attest/latex.hpp"
#include "tools/attest/latex_width.hpp"

namespace attest {

namespace {

constexpr double line_width = 345;  // points of a line of an article; what is wider there is wider elsewhere
constexpr double gap_of_columns = 6;  // twice \tabcolsep
constexpr double least_column = 25;   // that a column is cut down to
constexpr double rounding = 0.5;      // of a share of the line, upwards

struct TypeSize {
  const char* name;
  double of_ten_points;  // how much narrower than at 10pt; small type is wider in proportion
};
constexpr TypeSize footnotesize{"footnotesize", 0.85};
constexpr TypeSize scriptsize{"scriptsize", 0.797};

struct ColumnWidths {
  std::vector<double> natural;  // that of the widest cell
  std::vector<double> piece;    // that of the widest piece that stays whole
};

ColumnWidths column_widths(const Table& table) {
  ColumnWidths widths{std::vector<double>(table.header.size(), 0),
                      std::vector<double>(table.header.size(), 0)};
  const auto measure = [&](const std::vector<std::string>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths.natural[c] = std::max(widths.natural[c], latex_prose_width(row[c]));
      widths.piece[c] = std::max(widths.piece[c], latex_widest_piece(row[c]));
    }
  };
  measure(table.header);
  for (const auto& row : table.rows) measure(row);
  return widths;
}

double sum(const std::vector<double>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0.0);
}

// The widest are cut, point by point, first down to their pieces.
std::vector<double> fitted(const ColumnWidths& widths, double room) {
  std::vector<double> width = widths.natural;
  const auto cut_down_to = [&](const auto& least_of) {
    while (sum(width) > room) {
      double* widest = nullptr;
      for (std::size_t c = 0; c < width.size(); ++c) {
        if (width[c] > least_of(c) + 1 && (widest == nullptr || width[c] > *widest)) widest = &width[c];
      }
      if (widest == nullptr) return;
      *widest -= 1;
    }
  };
  cut_down_to([&](std::size_t c) { return widths.piece[c]; });
  cut_down_to([](std::size_t) { return least_column; });
  return width;
}

}  // namespace

std::string latex_table(const Table& table) {
  constexpr std::size_t most_rows = 40;  // that surely fit on one page
  const std::size_t columns = table.header.size();
  const double gaps = gap_of_columns * static_cast<double>(std::max<std::size_t>(columns, 1) - 1);
  const ColumnWidths widths = column_widths(table);
  const double whole = sum(widths.piece) + rounding * static_cast<double>(columns);
  const TypeSize& size =
      columns >= 7 || whole * footnotesize.of_ten_points + gaps > line_width ? scriptsize : footnotesize;
  // In points of 10pt type.
  const double room = (line_width - gaps) / size.of_ten_points - rounding * static_cast<double>(columns);
  const bool wraps = sum(widths.natural) > room;
  const bool is_long = table.rows.size() > most_rows || wraps;
  const std::vector<double> width = wraps ? fitted(widths, room) : widths.natural;
  std::string format;
  for (const double w : width) {
    format += wraps ? fmt::format(">{{\\raggedright\\arraybackslash\\hspace{{0pt}}}}p{{{:.3f}\\linewidth}}",
                                  std::floor(1000 * (w + rounding) * size.of_ten_points / line_width) / 1000)
                    : "l";
  }
  const char* environment = is_long ? "longtable" : "tabular";
  const auto line = [&](const std::vector<std::string>& row) {
    std::string result;
    for (std::size_t c = 0; c < row.size(); ++c)
      result += (c == 0 ? "" : " & ") + latex_prose(row[c], wraps ? width[c] : latex_any_width);
    return result + " \\\\\n";
  };
  std::string result = fmt::format("{{\\{}\\setlength{{\\tabcolsep}}{{3pt}}\n", size.name);
  result += fmt::format("\\begin{{{}}}{{@{{}}{}@{{}}}}\n\\toprule\n", environment, format);
  result += line(table.header) + "\\midrule\n" + (is_long ? "\\endhead\n" : "");
  for (const auto& row : table.rows)
    result += (wraps && &row != &table.rows.front() ? "\\addlinespace\n" : "") + line(row);
  return result + fmt::format("\\bottomrule\n\\end{{{}}}}}\n", environment);
}

}  // namespace attest
