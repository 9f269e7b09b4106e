// What `attest bench` can measure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "claims/parameters.hpp"
#include "tools/attest/measured_child.hpp"

namespace attest {

struct BenchContext {
  int threads = 0;  // 0: as many as the machine has
  std::uint64_t seed = 0;
};

// One size, before anything large is made.
struct BenchRun {
  double bytes = 0;                                             // memory it will hold, an upper estimate
  std::vector<std::pair<std::string, std::string>> operations;  // kind and exact number, by formula
  Load load;
};

struct BenchAlgorithm {
  std::string name;
  std::string what;                       // for --help
  std::string sizes;                      // n= by default
  std::vector<ParameterSpec> parameters;  // without n
  // Throws UsageError for parameters that the algorithm cannot take (a cycle where a tree is needed).
  BenchRun (*prepare)(const Parameters& parameters, long n, const BenchContext& context);
};

const std::vector<BenchAlgorithm>& bench_algorithms();

// Throws UsageError for a name that is none.
const BenchAlgorithm& find_bench_algorithm(const std::string& name);

// The two halves of the list.
std::vector<BenchAlgorithm> graph_bench_algorithms();        // tree, forest, one-cycle, strassen
std::vector<BenchAlgorithm> near_linear_bench_algorithms();  // approximate-strassen, anna, exact-match

}  // namespace attest
