#include "tools/attest/bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/attest/text.hpp"

namespace attest {

namespace {

std::string exponent_text(const std::vector<BenchRow>& rows) {
  const auto exponent = fitted_exponent(rows);
  return exponent ? fmt::format("{:.3f}", *exponent) : "";
}

std::string parameters_text(const Json& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.items()) {
    text += fmt::format(" {}={}", name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

}  // namespace

double BenchRow::seconds() const {
  return *std::min_element(measured.seconds.begin(), measured.seconds.end());
}

double BenchRow::processor_seconds() const {
  return *std::min_element(measured.processor_seconds.begin(), measured.processor_seconds.end());
}

std::optional<double> fitted_exponent(const std::vector<BenchRow>& rows) {
  double mean_x = 0, mean_y = 0;
  const auto count = static_cast<double>(rows.size());
  for (const auto& row : rows) {
    mean_x += std::log(static_cast<double>(row.n)) / count;
    mean_y += std::log(row.seconds()) / count;
  }
  double xx = 0, xy = 0;
  for (const auto& row : rows) {
    const double x = std::log(static_cast<double>(row.n)) - mean_x;
    xx += x * x;
    xy += x * (std::log(row.seconds()) - mean_y);
  }
  if (xx <= 0) return std::nullopt;
  return xy / xx;
}

Table bench_table(const BenchReport& report, Format format) {
  const bool raw = format == Format::csv;
  Table table{{"n", "d", "seconds", "processor seconds", raw ? "peak bytes" : "peak memory"}, {}};
  if (!report.rows.empty()) {
    for (const auto& [kind, number] : report.rows.front().operations) table.header.push_back(kind);
  }
  table.header.emplace_back("fitted exponent");
  std::vector<BenchRow> so_far;
  for (const auto& row : report.rows) {
    so_far.push_back(row);
    const auto bytes = row.measured.peak_bytes;
    std::vector<std::string> cells{
        std::to_string(row.n), report.parameters["d"].dump(),
        raw ? fmt::format("{:.9g}", row.seconds()) : fmt::format("{:.4g}", row.seconds()),
        raw ? fmt::format("{:.9g}", row.processor_seconds()) : fmt::format("{:.4g}", row.processor_seconds()),
        raw ? std::to_string(bytes) : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6)};
    for (const auto& [kind, number] : row.operations) cells.push_back(number);
    cells.push_back(exponent_text(so_far));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string bench_text(const BenchReport& report) {
  std::string text = title_line(report.algorithm + parameters_text(report.parameters)) +
                     title_line(fmt::format("{} thread{}, {}", report.threads, report.threads == 1 ? "" : "s",
                                            report.processor)) +
                     "\n";
  text += render(bench_table(report, Format::text), Format::text);
  if (report.rows.size() > 1) {
    text +=
        "\n" +
        wrapped(fmt::format("Fitted exponent {} over n = {} to {} (least squares of log seconds on log n; a "
                            "row's is over the rows up to it).",
                            exponent_text(report.rows), report.rows.front().n, report.rows.back().n),
                0) +
        "\n";
  }
  if (!report.stop_reason.empty()) text += wrapped(fmt::format("Stopped: {}.", report.stop_reason), 0) + "\n";
  return text;
}

Json bench_json(const BenchReport& report) {
  Json rows = Json::array();
  for (const auto& row : report.rows) {
    Json operations = Json::object();
    for (const auto& [kind, number] : row.operations) operations[kind] = number;
    rows.push_back({{"n", row.n},
                    {"seconds", row.seconds()},
                    {"processor_seconds", row.processor_seconds()},
                    {"all_seconds", row.measured.seconds},
                    {"peak_bytes", std::to_string(row.measured.peak_bytes)},
                    {"estimated_bytes", fmt::format("{:.0f}", row.estimated_bytes)},
                    {"operations", operations},
                    {"run", row.measured.extra}});
  }
  const auto exponent = fitted_exponent(report.rows);
  return {
      {"algorithm", report.algorithm},
      {"parameters", report.parameters},
      {"machine",
       {{"processor", report.processor}, {"threads", report.threads}, {"instructions", report.instructions}}},
      {"rows", rows},
      {"fitted_exponent", exponent ? Json(*exponent) : Json()},
      {"stopped", report.stop_reason.empty() ? Json() : Json(report.stop_reason)}};
}

}  // namespace attest
