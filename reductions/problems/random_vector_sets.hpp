// Random instances of the inner-product problems by seed, also with a built-in answer, with or without a gap.
// The same seed gives the same instance on every platform.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reductions/problems/inner_products.hpp"

namespace attest::problems {

struct VectorSetsShape {
  Family family = Family::k_ip;
  std::size_t sets = 2;                      // k, 3, t or r
  std::size_t order = 2;                     // of the constraints: k for kIP and HypergraphIP, else 2
  std::size_t vectors = 0;                   // n, in each set
  std::size_t dimension = 0;                 // d
  Rational density{1, 2};                    // an entry is 1 with this probability
  std::optional<std::vector<long>> targets;  // one for each constraint (one in all for a gap version)
  std::optional<Rational> epsilon;           // a gap version
};

// UsageError naming a parameter ("sets", "order", "n", "d", "density", "targets", "epsilon") that does not
// fit. Without targets: the expected inner product d density^order, rounded to the next integer (a half up).
// With epsilon: the vectors are thinned out until the promise is kept (see planted_no_vector_sets).
InnerProducts random_vector_sets(const VectorSetsShape& shape, std::uint64_t seed);

// One tuple, at random places, is a solution: c = min of the targets coordinates where all its vectors are 1,
// for each constraint (its target - c) coordinates where just its members are 1, elsewhere at most one vector
// of the tuple is 1. UsageError ("targets") if that needs more than d coordinates.
InnerProducts planted_yes_vector_sets(const VectorSetsShape& shape, std::uint64_t seed);

// There is no solution: certified by solve(). Without a gap: drawn anew up to 20 times; then ones are removed
// from (or, where a target is 0, added to) solutions until none is left. Without targets, the first target is
// raised to the least value above the expected one that no tuple of its members reaches. With a gap: from a
// planted solution and random vectors, ones are removed until the promise is kept and no solution is left.
// UsageError if there is no such instance: all targets 0 with a gap, or with d = 0.
InnerProducts planted_no_vector_sets(const VectorSetsShape& shape, std::uint64_t seed);

}  // namespace attest::problems
