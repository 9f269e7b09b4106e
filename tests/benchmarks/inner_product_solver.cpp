// Times of the exact solvers on instances in files: inner_product_solver ROUNDS FILE...
// Prints JSON: for each file the least processor time of a solve (reading excluded) and the answer.
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "claims/json.hpp"
#include "claims/usage_error.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/problems/inner_product_solver.hpp"
#include "reductions/problems/matching_rows.hpp"

int main(int count, char** arguments) {
  using namespace attest;  // NOLINT(google-build-using-namespace)
  if (count < 3) {
    std::cerr << "inner_product_solver ROUNDS FILE...\n";
    return 2;
  }
  try {
    const int rounds = std::atoi(arguments[1]);
    Json report = {{"kernel", problems::matching_rows_kernels().front()}, {"files", Json::array()}};
    for (int i = 2; i < count; ++i) {
      const problems::InnerProducts instance = read_vector_sets(arguments[i]);
      double best = -1;
      bool answer = false;
      for (int round = 0; round < rounds; ++round) {
        const std::clock_t start = std::clock();  // one thread: the processor time of the process
        answer = solve(instance).has_value();
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (best < 0 || seconds < best) best = seconds;
      }
      report["files"].push_back({{"file", arguments[i]}, {"seconds", best}, {"yes", answer}});
    }
    std::cout << report.dump() << "\n";
  } catch (const UsageError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
