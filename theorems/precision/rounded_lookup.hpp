// A theorem that is proved by integer addresses (verification/proof/integer_addresses.hpp), every operation rounded: from how many bits on
// it still holds (rounded_proof.hpp).
//
// Exactly, a head's best tuple w is ahead of a tuple t by g_t >= s * sum alpha_r z_r^2, s the scale and z_r integers that are not all
// zero and tell the tuples apart. Let u = 2^-p <= 1/16, E the error of a score before it is scaled, computed by the operations of
// bounded_term.hpp, M its largest absolute value. Scaled, by a stored scale s(1 + d) and one more rounding, it is off by at most s e,
// e = E (1 + u)^2 + M ((1 + u)^2 - 1): the scale itself cancels.
//
//   winner    Where 8 e <= alpha_r for every r, two scores are off by at most 2 s e <= g_t / 4 together, so that w has the largest
//             computed score too, its difference from the largest one is 0 exactly and its exponential is 1.
//   weights   Every other difference is at most -(1 - u)(g_t - 2 s e) <= -(45/64) g_t and its exponential, rounded, at most
//             (1 + u) exp(-(45/64) g_t). Where in addition 32 s e <= 1 and 16 u s alpha_r <= 1, it is at most (1 + u) prod (c
//             q_r)^(z_r^2), q_r = exp(-s alpha_r), c = e^(1/8) < 8/7: nearly nothing is lost where the gap is a logarithm. In both cases
//             the exponentials other than 1 sum to T <= (1 + u) L/(1 - L) <= 17/15 L for L = 2 sum of (what stands in q_r's place) <= 1/16.
//   sums      Rounding a + b to nearest is off by at most the smaller of |a| and |b|, since both are numbers of the format. So a term
//             t of a sum changes it by at most 2|t|, and what is summed before w's term is at most twice its terms: the computed sum
//             of the exponentials lies between 1 and 1 + 4 T, whatever the order and however many terms there are.
//   division  Rounding does not pass a number of the format: w's weight lies between (1 - u)(1 - 4 T) and 1, any other is at
//             most its exponential.
//   average   Let |v^| <= V^ for all computed values of a coordinate. w's term is v^_w but for V^ (2 u + 4 T); the others are at most (1 + u)
//             V^ T together and change the sum by at most 4 times that. So the average is v^_w but for V^ (2 u + 9 T).
//   output    W_O, the residual and a readout that is one coordinate are operations of bounded_term.hpp on these averages, with the value
//             at the best tuples, which is the answer, in the place of the exact average. No exact softmax is spoken of.
//
// Why the number of terms costs no bit: they vanish beside the best one faster than they grow in number, and a sum in floating point does
// not lose what it has by adding what is small. Nothing of it holds where many terms weigh alike.
#pragma once

#include <vector>

#include "theorems/precision/rounded_proof.hpp"

namespace attest::theorems {

class RoundedLookup : public RoundedProof {
 public:
  // Whether it is a number and no head is a hard maximum, which is not followed here.
  static bool serves(const TheoremText& text);

  // From the sizes of the setting on. Throws Refusal where the theorem is not proved by integer addresses there, or is of a form that
  // the argument above does not cover, or where T is not shown to be small enough whatever p is.
  RoundedLookup(const TheoremText& text, const ProofSetting& setting);

  void expect_enough(const proof::Laurent& least, std::vector<ProofStep>& steps) const override;

 private:
  void expect_form();
  void expect_small_leak() const;
  void expect_scores(const TermArithmetic& arithmetic, const FoundAddresses& found,
                     std::vector<ProofStep>& steps) const;
  BoundedTerm average(const TermArithmetic& arithmetic, const SymbolicHead& head,
                      std::size_t coordinate) const;

  std::vector<FoundAddresses> found_;  // those of different heads or weights
};

}  // namespace attest::theorems
