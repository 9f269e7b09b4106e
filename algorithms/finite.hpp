// The fast routes on double and float refuse entries that are not finite.
#pragma once

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <string>

#include "claims/usage_error.hpp"

namespace attest {

// UsageError with the first place (row by row, 1-based) of an entry that is an infinity or not a number:
// "K: got "inf" at row 3, column 1, expected finite entries". An empty matrix is accepted.
template <class Derived>
void require_finite(const Eigen::MatrixBase<Derived>& matrix, const std::string& name) {
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
      const auto entry = matrix(row, column);
      if (std::isfinite(entry)) continue;
      throw UsageError(fmt::format("{}: got \"{}\" at row {}, column {}, expected finite entries", name,
                                   entry, row + 1, column + 1));
    }
  }
}

}  // namespace attest
