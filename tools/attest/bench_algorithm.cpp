#include "tools/attest/bench_algorithm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/usage_error.hpp"

namespace attest {

const std::vector<BenchAlgorithm>& bench_algorithms() {
  static const std::vector<BenchAlgorithm> all = [] {
    auto result = graph_bench_algorithms();
    for (auto& algorithm : near_linear_bench_algorithms()) result.push_back(std::move(algorithm));
    return result;
  }();
  return all;
}

const BenchAlgorithm& find_bench_algorithm(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& algorithm : bench_algorithms()) {
    if (algorithm.name == name) return algorithm;
    known.push_back(algorithm.name);
  }
  const std::string all = fmt::format("{}", fmt::join(known, ", "));
  if (name.empty()) throw UsageError("ALGORITHM: missing, expected one of: " + all);
  const std::string nearest = nearest_name(name, known);
  throw UsageError(
      "ALGORITHM", name,
      nearest.empty() ? "one of: " + all : fmt::format("an algorithm (did you mean {}?)", nearest));
}

}  // namespace attest
