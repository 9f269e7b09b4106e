// What a theorem says of its score gap and its error beside what it has to hold for: `also growth gap >= some c*n`, `also gap >= B`,
// `also growth error <= exp(-some c*n^2)`, `also error <= exp(-B)`. A lemma that shows the theorem bounds both for all sizes, and from
// these bounds the statements follow, or are not mentioned.
//
// Gap. The best tuple is ahead of every other one by at least one of the rates R_h > 0, a head each. R_h >= c G for all sizes where
// R_h^2 - c^2 G^2 >= 0, polynomials of the sizes once squared. c^2 is the quotient R_h^2/G^2 where that is constant, else its value at the
// corner, if the difference is shown not to be negative.
//
// Error. It is at most sum F_i exp(-R_i) = sum (F_i exp(-(1 - s) R_i)) exp(-s R_i), 0 < s < 1. Where the sum of F_i exp(-(1 - s) R_i) does not
// rise and is below 1 at the corner, and s R_i >= c G for every i, it is at most exp(-c G). s is sought among the 64ths.
//
// error <= B^x, x a number: where every R_i is r_i log k_i with k_i >= B >= 1, for 0 <= a < r_i the sum is at most B^(-a) times the sum of
// F_i exp(-(r_i - a) log k_i), which has to stay below 1.
#pragma once

#include <vector>

#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

struct ShownBounds {
  std::vector<proof::Rate> gaps;                  // one of these; empty: no gap is shown
  std::vector<std::vector<proof::Decay>> errors;  // in every case one of these sums; empty: no error is shown
};

// Adds a step for each of these statements that is shown; of an error that is a power and is not, the largest one that is.
void add_growth(const SymbolicTheorem& theorem, const ShownBounds& shown, LemmaProof& proof);

}  // namespace attest::theorems
