// A theorem that is proved by heads that weigh all tokens of a run alike (theorems/proof/by_even_weights.cpp), or all that match
// (by_match.cpp), both without an error, every operation rounded: from how many bits on it still holds (rounded_proof.hpp).
//
// A run has L tokens. Let L u <= 1/4, u = 2^-p <= 1/16.
//
//   scores    Even weights: no row of a softmax head, and none of an exact-match head, is made of coordinates of the encoding that tell one
//             token from another, but for the receiver's own row of a softmax head. So all tokens of the run have the same computed score, or
//             the receiver's computed query (the same row of W) as their key.
//   matches   Exact match: every query and key is computed without rounding, so that those match that do so exactly. Where none does the
//             average is 0, exactly; else L stands below for how many do.
//   weights   The exponentials, or matches, are 1 exactly, and the ones add up to L <= 2^p without rounding. 1/L is rounded once: (1 + d)/L,
//             |d| <= u. What does not match adds 0.
//   terms     |v^| <= V^ = V + e for all computed values of a coordinate, e their error. A term of the average is off by at most
//             (V^ ((1 + u)^2 - 1) + e)/L and no larger than V^ (1 + u)^2/L.
//   sums      The sum of j terms, before it is rounded, is at most j V^ (1 + u)^2 (1 + u)^L/L, and (1 + u)^L <= e^(1/4) < 9/7. So the L - 1 sums
//             are off by at most u times the sum of these for j = 2 to L, less than u V^ (1 + u)^2 (9/14)(L + 1).
//   output    W_O, the residual and the readout's network (rounded_readout.hpp) are operations of bounded_term.hpp on averages with the error
//             V^ ((1 + u)^2 - 1) + e + u V^ (1 + u)^2 (9/14)(L + 1). Without rounding y is the answer.
#pragma once

#include <vector>

#include "theorems/precision/rounded_proof.hpp"

namespace attest::theorems {

class RoundedMeans : public RoundedProof {
 public:
  enum class Weights { even, of_matches };
  // From the sizes of the setting on. Throws Refusal where the theorem is not proved by the lemma there, or is of a form that the argument above
  // does not cover.
  RoundedMeans(const TheoremText& text, const ProofSetting& setting, Weights weights);

  void expect_enough(const proof::Laurent& least, std::vector<ProofStep>& steps) const override;

 private:
  void expect_exact_rows(const TermArithmetic& arithmetic, const SymbolicHead& head) const;
  proof::Laurent tokens(const TermArithmetic& arithmetic, const SymbolicHead& head) const;
  BoundedTerm average(const TermArithmetic& arithmetic, const SymbolicHead& head,
                      std::size_t coordinate) const;

  Weights weights_;
  PiecewiseForm readout_;  // in coordinates of the stream
};

}  // namespace attest::theorems
