// How often Algorithm 1 fails with a family for which the union bounds of Theorem 3.4 (seed 001_9fe7599dfb64bc47.txt, lines 196-200 and
// 413-433) are no waste. Ours, against the rate eta = O(1/N^(1 - 3 rho)).
//
// The family, on the line: cells of width c r, all shifted by one number that is uniform in [0, c r), and for each cell one of K colours,
// uniform, all independent; h(x) is the colour of x's cell. At distance t <= r two points are in one cell except with probability t/(c r),
// and have one colour with probability 1/K if not: at least p1 = 1 - (1 - 1/K)/c, exactly that at t = r. At distance more than c r they are
// never in one cell: p2 = 1/K exactly. rho = log(1/p1)/log K, below 1/3 exactly if K p1^3 > 1.
//
// Two data sets, of tokens that carry a query and a key:
//   far   q_i = k_i = x_i, no two of them within c r. Each code g_u(x_i) is uniform among K^z, and all are independent. Two tokens meet in some
//         table with probability 1 - prod_{i<N} (1 - i/K^z)^l >= 1 - exp(-y), y = l N(N-1)/(2 K^z), and then there is weight on a far key.
//   near  q_1 and k_1 at distance r, all else far from both: k_1 is met in no table, and has no weight, with probability (1 - p1^z)^l.
//
// No z and l <= B N^(3 rho) ln N keep both at or below T = E/N^(1 - 3 rho), whatever E and B are, once u = ln N is at least
//   (1 + 1/(2 rho)) ln 2,   ln(2E)/(1 - 3 rho),   2 ln(E)/(1 - 3 rho)   and above   2E/G,
//   G = (1 - 3 rho) k^(1 - rho)/11.2,   k = ((1 - 3 rho)/(2.8 B))^(1/rho).
// Proof. Let x = p1^z, so that K^-z = x^(1/rho). If x > 1/2 then y >= N(N-1)/2 2^(-1/rho) >= N^2/4 2^(-1/rho) >= 1 by the first, the far data set
// fails with probability more than 1/2 >= T. Else -ln(1-x) <= 1.4 x, and (1-x)^l <= T asks for l >= ln(1/T)/(1.4 x) >= (1 - 3 rho) u/(2.8 x) by
// the third. As l <= B N^(3 rho) u, x >= (1 - 3 rho)/(2.8 B) N^(-3 rho), so K^-z >= k N^-3, and y >= l N^2/4 x^(1/rho) >= (1 - 3 rho) u/11.2 N^2
// x^(1/rho - 1) >= G u N^(3 rho - 1). Now 1 - exp(-y) >= min(y/2, 1/2 + 1/10): more than T by the last or the second. So the rate has the factor
// log N that the union bound over the tables has.
#pragma once

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"

namespace attest {

struct ColouredCells {
  long colours = 16;  // K >= 2
  Rational c = 2;

  Rational p1() const;
  bool sensitive() const;                  // c^2 > 3 and rho < 1/3
  Interval quality(Precision bits) const;  // rho
};

// The exact probabilities of the two data sets.
Rational far_failure(const ColouredCells& family, long tokens, long z, long l);
Rational near_failure(const ColouredCells& family, long z, long l);

// E and B.
struct RateConstants {
  Rational rate = 1;
  Rational tables = 1;
};

// Enclosure of the least u = ln N from which on the proof excludes all z and l.
Interval excluded_from(const ColouredCells& family, const RateConstants& constants, Precision bits);

// At N = 2^e: the least z from 1 on that the data sets do not exclude, whatever l; 0 where all are excluded (for all z from some on
// the near data set alone does it). `trivial`: E/N^(1 - 3 rho) >= 1.
struct ExcludedAt {
  long open = 0;
  long looked_at = 0;
  bool trivial = false;
};
ExcludedAt excluded_at(const ColouredCells& family, const RateConstants& constants, long e);

}  // namespace attest
