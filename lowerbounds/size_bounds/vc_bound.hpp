// Upper bounds on the VC dimension of the class of eq. (23), seed 000_bd1f352bd128419d.txt lines 181-192:
// what a one-layer transformer of embedding dimension d with H heads and an output network of P parameters
// can do to split inputs, whatever its weights.
//
// Four forms, each a theorem (docs/size-bounds.md derives them). All are nondecreasing in d, H and P.
//
//   literal     VC <= 4 k (t + 2),  k = dH + H,  t = 2d^2 H + 3dH + 3H + 2P + 1
//   absorbed    VC <= 4 k (t + 2),  k = dH + H,  t = 3dH - d + 2H + 2P + 1
//   predicates  VC <= 2 k log2(8 e H 2^P),  k = dH + H
//   regions     VC <= the largest N such that, for some 1 <= r <= min(d, P), with k = H(r+1):
//               N <= k  or  N <= k (P - r + 1) + k log2(4 e N / (r + 1))
//
// `literal` and `absorbed` count the operations of eq. (22) one by one (Goldberg and Jerrum 1995, Theorem 2.3
// in the form of Anthony and Bartlett 1999, Theorem 8.4); `predicates` is Goldberg and Jerrum's Theorem 2.2;
// `regions` applies Warren's bound on sign patterns to the predicates directly.
#pragma once

#include <array>

#include "numeric/integer.hpp"

namespace attest {

enum class VcForm { literal, absorbed, predicates, regions };

inline constexpr std::array vc_forms{VcForm::literal, VcForm::absorbed, VcForm::predicates, VcForm::regions};

const char* to_string(VcForm form);

// Definition 2.1; all at least 1.
struct TransformerSize {
  Integer dimension;   // d
  Integer heads;       // H
  Integer parameters;  // P, of the output network
};

// The cube max{d, H, P} = s, where each bound is largest among all sizes up to s.
TransformerSize cube(const Integer& s);

// k = dH + H: beta and mu of eq. (23).
Integer free_parameters(const TransformerSize& size);

// t for `literal` and `absorbed`: arithmetic operations, comparisons and the output of one evaluation. Throws
// std::logic_error for the other forms.
Integer operations(VcForm form, const TransformerSize& size);

// Whether `form` leaves it open that N points are shattered. Nonincreasing in N.
bool admits(VcForm form, const TransformerSize& size, const Integer& points);

// The largest N that is admitted: VC <= N.
Integer vc_upper_bound(VcForm form, const TransformerSize& size);

// For `regions`: the number r of linear functionals of the residual stream that the network reads, for which
// its right-hand side is largest.
Integer worst_readers(const TransformerSize& size, const Integer& points);

// The least s such that `form` admits N points at max{d, H, P} = s, with `extra` parameters added to the
// network. At least 1. Every transformer whose class shatters N points has max{d, H, P} >= s.
Integer least_size(VcForm form, const Integer& points, const Integer& extra);

}  // namespace attest
