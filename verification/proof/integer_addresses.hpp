// Integer addresses (L1): a score that is, but for a part that no summed index changes, minus a sum of squares,
//   S = rest - sum over r of alpha_r (x_r - F_r)^2,   alpha_r > 0 in the sizes alone,
// each F_r an integer that reads only what stands before x_r: earlier summed indices, symbols at tokens whose indices are all
// earlier, and what is fixed (sizes, the judged token, the input).
//
// Then x -> (x_1 - F_1, .., x_k - F_k) maps the tuples one to one into Z^k: from the differences x_1 is known, with it F_2 and
// so x_2, and so on. If all squares vanish at a tuple w of the index set, the weights relative to w sum to
//   1 + T <= sum over z in Z^k of prod q_r^(z_r^2) = prod theta(q_r),  theta(q) = 1 + 2 (q + q^4 + q^9 + ..),
// with q_r = exp(-alpha_r unit), and theta(q) <= (1 + q)/(1 - q) gives T/(1+T) <= 1 - prod (1 - q_r)/(1 + q_r) <= 2 sum q_r.
//
// Every hypothesis is needed. Own symbols: -n^2 (k + phi_k - c)^2 is 0 at every k where phi_k = c - k. Cycles:
// -n^2((j - phi_k)^2 + (k - phi_j)^2) has n best tuples where phi is the identity. alpha_r >= 0 is not enough: it may be 0 at the
// smallest size. Addresses that are no integers: their winner's own square is not 0.
#pragma once

#include <string>
#include <vector>

#include "verification/proof/decay.hpp"
#include "verification/proof/variables.hpp"

namespace attest::proof {

struct SummedIndex {
  std::string name;
  std::vector<std::string> symbols;  // at the token that it is an index of
};

struct Square {
  std::string index;
  Laurent weight;   // alpha_r
  Laurent address;  // F_r
};

struct IntegerAddresses {
  std::vector<Square> squares;  // x_1 first
  Laurent rest;
};

// Completes squares, the last index first, in some order that works. Throws Refusal: of the order that came farthest the
// hypothesis that fails. `indices`: all summed ones.
IntegerAddresses integer_addresses(const Laurent& score, const std::vector<SummedIndex>& indices,
                                   const Variables& variables);

// Of |f - f(w)| <= D over all tuples: |E f - f(w)| <= D T/(1+T) <= sum of 2 D exp(-alpha_r unit).
std::vector<Decay> leak(const IntegerAddresses& addresses, const Rate& unit, const Laurent& deviation);
// The same at one size with the sharp theta: an upper bound.
Interval sharp_leak(const IntegerAddresses& addresses, const Rate& unit, const Laurent& deviation,
                    const SizeValues& sizes, Precision precision);

}  // namespace attest::proof
