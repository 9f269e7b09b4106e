// Few tuples whose ties are broken by numbers: how far a mean of integers l with opposite signs is from 0, at least.
//
// Let w be the best tuple, |l(w)| = D >= 1 the least |l| there is, S the tuples with |l| = D, signs e_t = l_t/D. With weights v_t =
// exp(-rate (largest tie - tie_t)) the part of S has the mean D |sum e_t v_t|/sum v_t up to its sign. Which S and signs there can be is
// bounded by linear algebra: l_t = e_t D for all t in S are linear equations in the products of entries and sizes that occur in the
// l_t and in D; where they have no solution with D >= 1, there is no such input. (Of (1,1), (1,2), (2,1), (2,2) with l = p_i + p_j + p_k -
// Sigma the middle two are equal and the mean of the outer ones: not all signs go together.)
#pragma once

#include <vector>

#include "verification/proof/decay.hpp"

namespace attest::proof {

struct TiedTuple {
  Laurent integer;  // l
  Rational tie;
};

// Signs -1, 0 (not in S), 1 of each tuple, at least one in S; those that are not excluded.
std::vector<std::vector<int>> possible_signs(const std::vector<TiedTuple>& tuples);

// The least |sum e_t v_t|/sum v_t of these, enclosed; `rate`: an enclosure.
Interval least_share(const std::vector<TiedTuple>& tuples, const std::vector<std::vector<int>>& signs,
                     const Interval& rate);

}  // namespace attest::proof
