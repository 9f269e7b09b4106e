#include "precision/precision_problem.hpp"

#include <algorithm>

#include "numeric/decimal.hpp"

namespace attest {

void ExponentsMet::note(long exponent) {
  least = std::min(least.value_or(exponent), exponent);
  greatest = std::max(greatest.value_or(exponent), exponent);
}

void ExponentsMet::merge(const ExponentsMet& other) {
  if (other.least) note(*other.least);
  if (other.greatest) note(*other.greatest);
}

std::optional<OutputMargin> PrecisionProblem::output_margin(const Verdict& verdict) const {
  if (!verdict.margins.decision_margin) return std::nullopt;
  const auto margin = rational_from_decimal(verdict.margins.decision_margin->lower);
  if (!margin || *margin <= 0) return std::nullopt;
  return OutputMargin{"decision margin", verdict.margins.decision_margin->lower};
}

}  // namespace attest
