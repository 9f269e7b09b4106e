// Readouts of the form a - sum of b V(E z), b > 0: a number less violations.
#pragma once

#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

// One V.
struct Violation {
  enum class Kind { absolute, positive_part, apart };  // |z|, max(0, z), max(0, 1 - |z|)
  Rational weight;                                     // b
  Kind kind = Kind::absolute;
  proof::Laurent z;  // in what is summed over
};

struct Violations {
  Rational threshold;  // a
  std::vector<Violation> all;
};

// `value`: of the one head, in what it sums over. Refusal (G6) for other readouts.
Violations violations_of(const PiecewiseForm& readout, const std::vector<proof::Laurent>& value);

}  // namespace attest::theorems
