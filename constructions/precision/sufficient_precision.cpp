#include "constructions/precision/sufficient_precision.hpp"

namespace attest {

std::optional<long> sufficient_precision(const PrecisionProblem& problem, const Rational& margin,
                                         long greatest) {
  const auto enough = [&](long bits) {
    const auto error = problem.output_error_bound(bits);
    return error && compare(*error, margin) == Ordering::less;
  };
  if (!enough(greatest)) return std::nullopt;
  long failing = 0;
  long passing = greatest;
  while (passing - failing > 1) {
    const long middle = failing + (passing - failing) / 2;
    (enough(middle) ? passing : failing) = middle;
  }
  return passing;
}

}  // namespace attest
