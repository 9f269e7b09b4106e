// What a bounded double says about an output: deviation from the truth, right or wrong, and how far from wrong.
#pragma once

#include <cmath>

#include "claims/verdict.hpp"
#include "numeric/bounded_double.hpp"
#include "tasks/task.hpp"
#include "verification/tally.hpp"

namespace attest {

inline constexpr long judged_bits = 60;  // of an enclosure that a bounded double is made of: more than it has

// As deviation_of (judged_claim.hpp).
inline BoundedDouble bounded_deviation(Decision decision, const BoundedDouble& y, long truth) {
  if (decision == Decision::nearest) {
    const BoundedDouble difference = y + BoundedDouble{-static_cast<double>(truth), 0};
    return {std::abs(difference.value), difference.error};
  }
  const BoundedDouble half{0.5, 0};
  return truth == 1 ? half + BoundedDouble{-y.value, y.error} : half + y;
}

inline Status bounded_rightness(Decision decision, const BoundedDouble& y, long truth) {
  // A bounded double that is not finite claims nothing (a reader's own weights can be as large as they like).
  if (!std::isfinite(y.value) || !std::isfinite(y.error)) return Status::undecided;
  if (decision == Decision::sign) {
    if (y.lower() > 0) return truth == 1 ? Status::holds : Status::refuted;
    if (y.upper() < 0) return truth == 1 ? Status::refuted : Status::holds;
    return Status::undecided;
  }
  const BoundedDouble d = bounded_deviation(decision, y, truth);
  if (d.upper() < 0.5) return Status::holds;
  if (d.lower() > 0.5) return Status::refuted;
  return Status::undecided;
}

// A lower bound of the decision margin.
inline double bounded_margin(Decision decision, const BoundedDouble& y, long truth) {
  if (decision == Decision::nearest)
    return Tally::margin_below(bounded_deviation(decision, y, truth).upper());
  return truth == 1 ? y.lower() : -y.upper();
}

}  // namespace attest
