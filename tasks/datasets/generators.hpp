// The generators of seed 000_bd1f352bd128419d.txt (Algorithms 1, 2, 4) and of the series of seed 004_9370d393bf99a4b8.txt (eqs. 4, 8, 9),
// one example at a time.
//
// Where a printed step has no value, the repaired step stands here; tasks/datasets/claims.cpp says
// why and with which probability the two differ.
#pragma once

#include <cstdint>

#include "tasks/datasets/example.hpp"
#include "tasks/datasets/random.hpp"

namespace attest {

// A probability numerator/denominator, 0 <= numerator <= denominator.
struct Chance {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
};

// Algorithm 1 (lines 519-549) for one n >= 2: x = (bottom, f(0), ..., f(n-1)), y = (label).
// Repaired: where y = 0 is wanted and f(1) = ... = f(n-1) = 0, the sequence is drawn again.
Example draw_function_composition(int n, Random& random);

// Algorithm 2 (lines 566-586) for one m >= 1.
Example draw_relation_composition(int m, Chance P, Random& random);

// Algorithm 4 (line 639) for one m >= 1, the colours independent and uniform on {0, ..., m-1}.
Example draw_quotient_composition(int m, Chance P, Random& random);

// Seed 004, lines 72 to 176: a series begins with tau + 1 symbols of {0, ..., N-1}, independent and uniform, and goes on by its rule.
enum class SeriesRule { nt, nt_s, nt_r, mixture };  // mixture: NT or NT-S, with equal chances (line 159)
struct SeriesSetting {
  int N = 16;        // at least 2
  int tau = 2;       // at least 1
  int context = 32;  // N_con symbols that are shown, at least 1
  int next = 40;     // N_batch symbols behind them, at least 1
  SeriesRule rule = SeriesRule::nt;
};
// x: the context; y: what comes next.
Example draw_series(const SeriesSetting& setting, Random& random);

}  // namespace attest
