// The results of `attest bench`: table, JSON and the exponent that is fitted to the times.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/attest/bench_algorithm.hpp"
#include "tools/attest/table.hpp"

namespace attest {

struct BenchRow {
  long n = 0;
  std::vector<std::pair<std::string, std::string>> operations;
  double estimated_bytes = 0;
  Measurement measured;

  double seconds() const;            // the best
  double processor_seconds() const;  // the best, of all threads together
};

struct BenchReport {
  std::string algorithm;
  Json parameters;  // without n
  int threads = 1;
  std::string processor;
  std::string instructions;
  std::vector<BenchRow> rows;
  std::string stop_reason;  // empty if all sizes were measured
};

// The slope of the line through (log n, log seconds) with the least sum of squares; absent below two
// different n.
std::optional<double> fitted_exponent(const std::vector<BenchRow>& rows);

std::string bench_text(const BenchReport& report);
Table bench_table(const BenchReport& report, Format format);
Json bench_json(const BenchReport& report);

}  // namespace attest
