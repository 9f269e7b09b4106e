// Scores that see one integer (L3):
//   S_h = rest - W_h (l_h + delta_h)^2,   W_h > 0 in the sizes alone, l_h an integer, 0 < |delta_h| < 1/2, or
//   S_h = rest - W_h l_h^2 + tie.
//
// With a shift delta:
// Tuples with the same l_h have the same score, and tuples with different ones have not: |k + delta| takes the values |delta|,
// 1 - |delta|, 1 + |delta|, 2 - |delta|, .., whose squares are at least g = min(1 - 2 |delta|, 4 |delta|) apart. (With delta = 0 the
// values l and -l would tie, and a mean of z over both says nothing of z.) So all best tuples have one l_h, and with N tuples what
// is not best weighs at most p = N exp(-g W_h unit), relative to one best tuple and so altogether.
//
// With ties, of step s and span as in verification/proof/distinct_multiples.hpp, M = W/s >= 1 + span: the scores of any two tuples
// differ by at least s, so that the best tuple w is alone and all others together weigh at most q = exp(-s unit). |l(w)| = D is the
// least there is. Among the tuples with |l| = D + r no two tie, and they weigh at most exp(-s unit (M (2Dr + r^2) - span))/(1 - q)
// together, relative to w. Let q <= 1/2, x = exp(-s unit (M - span)) <= 1/4 and u = exp(-2 s unit M) <= x.
//   D = 0: |E l| <= sum over r of r x^r/(1 - q) = x/((1-x)^2 (1-q)) <= 4 x, since M r^2 - span >= (M - span) r.
//   D >= 1, sigma the sign of l(w): sigma l(w) - sigma l <= 2D + r <= 3 D r for r >= 1, and M (2Dr + r^2) - span >= 2 M r, so that
//   |E l| >= D - 2D q - sum over r of 3 D r u^r/(1 - q) >= D (1 - 2q - 11u).
// Few tuples, whose number is no size, may have a least share A of opposite signs that is more than 1 - 2q (verification/proof/few_tuples.hpp):
//   with S the tuples with |l| = D, W the sum of all weights relative to w, |E l| >= (A D sum over S of weights - sum over the others of
//   weight |l|)/W >= A D - sum over the others of weight (D + |l|) >= D (A - 11u).
// Where there is one tuple only, E l = l(w).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

struct Tiers {
  enum class Kind { shift, ties, alone };
  Kind kind = Kind::shift;
  proof::Rate rate;         // g W unit; of ties s unit
  proof::Laurent multiple;  // M and the span of ties
  proof::Laurent span;
  std::vector<std::pair<std::string, proof::Laurent>> tie;  // in units of s
  proof::Laurent integer;                                   // l
  Rational delta;
  proof::Laurent count;  // N
};

// Throws Refusal (L3, L2.b for ties).
Tiers tiers_of(const SymbolicHead& head, const proof::Variables& variables);

}  // namespace attest::theorems
