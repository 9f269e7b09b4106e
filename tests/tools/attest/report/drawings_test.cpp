// Charts and heat maps.
#include <catch2/catch.hpp>

#include "tools/attest/report/chart.hpp"
#include "tools/attest/report/heat_map.hpp"

namespace attest::report::drawings_test {

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Json tuple(const std::vector<int>& of, const std::string& weight) {
  return {
      {"tuple", of}, {"score", "0"}, {"weight", {{"lower", weight}, {"upper", weight}}}, {"value", {"1"}}};
}

Json head(const std::vector<Json>& tuples, const std::string& rest = "0") {
  return {{"name", "head1"}, {"tuples", tuples}, {"rest", {{"tuples", rest}}}};
}

}  // namespace

TEST_CASE("A chart names its axes, its lines and every place", "[tools][report]") {
  const std::string svg = chart_svg(
      {"errors", "n", "error", {"1", "2", "3"}, {{"printed", {0.1, 0.2, std::nullopt}}}, 0.5, "half"});
  for (const char* part :
       {">n</text>", ">error</text>", ">printed</text>", ">half</text>", ">1</text>", ">3</text>"})
    CHECK(count(svg, part) >= 1);
  CHECK(count(svg, "<circle") == 3);  // two points and the one of the name
}

TEST_CASE("Values far from each other have a logarithmic axis, those with a zero none", "[tools][report]") {
  CHECK(count(chart_svg({"t", "n", "y", {"1", "2"}, {{"a", {1e-6, 0.1}}}, {}, ""}), "(log)") == 1);
  CHECK(count(chart_svg({"t", "n", "y", {"1", "2"}, {{"a", {0.0, 0.1}}}, {}, ""}), "(log)") == 0);
  CHECK(count(chart_svg({"t", "n", "y", {"1", "2"}, {{"a", {-0.2, 0.1}}}, {}, ""}), "(log)") == 0);
}

TEST_CASE("Equal values and nothing to draw are no failure", "[tools][report]") {
  CHECK(chart_svg({"t", "n", "y", {"1"}, {{"a", {0.0}}}, 0.0, "zero"}).find("nan") == std::string::npos);
  CHECK(chart_svg({"t", "n", "y", {"1"}, {{"a", {std::nullopt}}}, {}, ""}).empty());
  CHECK(chart_svg({"t", "n", "y", {}, {}, 0.5, ""}).empty());
}

TEST_CASE("A heat map has a cell for every tuple and frames the heaviest", "[tools][report]") {
  const std::string strip = heat_map_svg(head({tuple({1}, "2.5e-01"), tuple({2}, "7.5e-01")}));
  CHECK(count(strip, "class=\"cell\"") == 2);
  CHECK(count(strip, "class=\"winner\"") == 1);
  const std::string square = heat_map_svg(
      head({tuple({1, 1}, "4e-01"), tuple({1, 2}, "4e-01"), tuple({2, 1}, "1e-01"), tuple({2, 2}, "1e-01")}));
  CHECK(count(square, "class=\"cell\"") == 4);
  CHECK(count(square, "class=\"winner\"") == 2);  // a tie
  CHECK(square.find("<title>1, 2: 0.4</title>") != std::string::npos);
}

TEST_CASE("A heat map that would leave something out is not drawn", "[tools][report]") {
  CHECK(heat_map_svg(head({tuple({1}, "5e-01")}, "1")).empty());
  CHECK(heat_map_svg(head({})).empty());
  CHECK(heat_map_svg(head({tuple({1, 1, 1}, "1e+00")})).empty());
  CHECK(heat_map_svg(head({tuple({1, 1}, "5e-01"), tuple({2, 2}, "5e-01")})).empty());  // masked
}

}  // namespace attest::report::drawings_test
