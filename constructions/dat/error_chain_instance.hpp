// One instance of the inequalities of lines 276 to 279 (seed 002) in rational numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct ChainInstance {
  std::vector<Rational> alpha;           // positive, of sum 1
  std::vector<std::vector<Rational>> r;  // r_i
  std::vector<Rational> R;               // R(x, y_{i*})
  std::size_t selected = 0;              // i*, 0-based
  Json json;
};

// {"alpha": ["9/10", "1/10"], "r": [[1], [2]], "R": [1], "selected": 1} or "random", whose weight of i* is 1 -
// eps1/4. Throws UsageError that names what is wrong.
ChainInstance chain_instance(const Json& given, std::uint64_t seed, std::size_t n, std::size_t d_r,
                             const Rational& eps1);

struct ExactLines {
  Rational line276;
  Rational line277_printed;
  Rational line277_repaired;
  Rational line278;  // with j for the i of the print
  Rational line279;
};

// Maximum norms; eps_2 = |r_{i*} - R|, M the largest |r_i - R|.
ExactLines exact_lines(const ChainInstance& instance, const Rational& eps1);

}  // namespace attest
