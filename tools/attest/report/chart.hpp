// Charts as SVG, for HTML pages: colours come from the page's style, so that they fit light and dark.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attest::report {

struct Series {
  std::string name;
  std::vector<std::optional<double>> values;  // of each place on the axis; nothing: not known
};

struct Chart {
  std::string title;
  std::string x_axis;
  std::string y_axis;
  std::vector<std::string> places;  // what stands below the axis
  std::vector<Series> series;
  std::optional<double> limit;  // a level that decides; drawn across
  std::string limit_name;
  std::vector<std::pair<double, std::string>> levels =
      {};               // known values to compare with, drawn across and named there
  bool titled = false;  // the title is drawn, too, not only told
};

// Logarithmic where all values are positive and far from each other. Each series has a mark and a line of its own, and its name
// beside them; where lines meet, marks of later ones are smaller, so that all are seen. Empty where there is nothing to draw.
std::string chart_svg(const Chart& chart);

// The same as a file of its own, with the colours of the pages, light and dark. `comment`: what made it.
std::string chart_file(const Chart& chart, const std::string& comment);

}  // namespace attest::report
