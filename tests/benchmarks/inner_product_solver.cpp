// Times of the exact solvers on instances in files: inner_product_solver ROUNDS FILE...
// Prints JSON: for each file the least processor time of a solve (reading excluded), the answer, and for
// every kernel of this machine that of the inner products of all pairs of the first two sets.
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "claims/json.hpp"
#include "claims/usage_error.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/problems/inner_product_solver.hpp"
#include "reductions/problems/matching_rows.hpp"

namespace {

// The least processor time of `work` in so many rounds; one thread, so that the process's time is its.
template <typename Work>
double least_seconds(int rounds, Work work) {
  double best = -1;
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    work();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (best < 0 || seconds < best) best = seconds;
  }
  return best;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace attest;  // NOLINT(google-build-using-namespace)
  if (count < 3) {
    std::cerr << "inner_product_solver ROUNDS FILE...\n";
    return 2;
  }
  try {
    const int rounds = std::atoi(arguments[1]);
    Json report;
    report["files"] = Json::array();
    for (int i = 2; i < count; ++i) {
      const problems::InnerProducts instance = read_vector_sets(arguments[i]);
      bool answer = false;
      const double seconds = least_seconds(rounds, [&] { answer = solve(instance).has_value(); });
      Json kernels;
      for (const std::string& kernel : problems::matching_rows_kernels()) {
        const problems::MatchingRows rows(instance.sets[1], kernel);
        problems::RowSet found(rows.row_set_words());
        kernels[kernel] = least_seconds(rounds, [&] {
          for (std::size_t row = 0; row < instance.sets[0].size(); ++row)
            rows.all(instance.sets[0].words(row), instance.constraints[0].target, found);
        });
      }
      report["files"].push_back(
          {{"file", arguments[i]}, {"seconds", seconds}, {"yes", answer}, {"kernels", kernels}});
    }
    std::cout << report.dump() << "\n";
  } catch (const UsageError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
