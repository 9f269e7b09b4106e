#include "precision/sufficient_precision.hpp"

namespace attest {

std::optional<long> sufficient_precision(const PrecisionProblem& problem, const Rational& margin,
                                         long greatest) {
  const auto below = [&](const std::optional<ErrorBound>& bound) {
    return bound && compare(bound->error, margin) == Ordering::less;
  };
  const auto enough_from = [&](long bits) {
    const auto bound = problem.output_error_bound(bits);
    return below(bound) && bound->for_all_larger;
  };
  if (!enough_from(greatest)) return std::nullopt;
  long failing = least_float_precision - 1;
  long passing = greatest;
  while (passing - failing > 1) {
    const long middle = failing + (passing - failing) / 2;
    (enough_from(middle) ? passing : failing) = middle;
  }
  while (passing > least_float_precision && below(problem.output_error_bound(passing - 1))) --passing;
  return passing;
}

}  // namespace attest
