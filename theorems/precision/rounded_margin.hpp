// A theorem of one layer that is proved with room to spare, every operation rounded: from how many bits on it still holds
// (rounded_proof.hpp).
//
// The lemma is asked to leave some of the room that there is (ProofSetting::share), so that exactly y >= mu on a yes and y <= -mu on a no, or
// |y - answer| <= 1/2 - mu of a number, mu > 0 in the sizes. What is shown here is that rounding moves y by less than mu, whatever the lemma
// was. Let u = 2^-p <= 1/1024, L be how many tuples a head sums over, s its scale, E the error of a score before it is scaled
// (bounded_term.hpp) and M its largest absolute value.
//
//   kernels   What stands before the sum is e^(+-D) and (1 + d), |d| <= u, of what it is exactly.
//             Softmax: scaled, by a stored scale s(1 + d) and one more rounding, a score is off by at most s e,
//             e = E (1 + u)^2 + M u (2 + u). Its difference from the largest computed score is that of the exact scores of the same two
//             tuples but for D = 2 s e + u (2 s M + 2 s e). Softmax does not ask which score is taken off all: the exact weights are
//             those of these differences.
//             Expressive attention, z^2/(1 + z^2): every score z is computed without rounding, so that the same ones are 0. Three
//             operations on numbers that are not negative are three factors 1 + d, and so D = (1024/1023) 2 u.
//             A hard maximum: every scaled score is computed without rounding, so that the same tuples are the best. They weigh 1, all
//             others 0: D = 0.
//   weights   1 + d, |d| <= u, is e^(+-(1024/1023) u). A term of a sum of L numbers that are not negative passes L - 1 roundings at
//             most, in any order; then come the division, the product with a value and the sum of L products. Altogether a term is
//             e^(+-X) times itself: X = 2 D + (1024/1023) (L + L + 2) u <= 2 D + (2050/1023) (L + 1) u.
//   average   Where X <= 1/4, e^X - 1 <= (8/7) X: the average of a coordinate with |v| <= V and error E_v is off by at most
//             (8/7) X (V + E_v) + E_v. (That it is an average, weights of sum 1, is used here.)
//   stream    W_O and the residual are operations of bounded_term.hpp on these averages.
//   readout   The ReLU network that the readout is (attention/readout_network.hpp): affine forms in coordinates, then in units; relu
//             rounds nothing and moves no two numbers apart. Of relu(f) and relu(-f) one is 0, as computed too, so that |f|, and f itself
//             where it passes a layer, are one unit each.
#pragma once

#include <string>
#include <vector>

#include "theorems/precision/rounded_proof.hpp"

namespace attest::theorems {

class RoundedMargin : public RoundedProof {
 public:
  using Lemma = LemmaProof (*)(SymbolicTheorem& theorem);
  // The lemma of this name, where it says how much room it leaves; else null.
  static Lemma lemma(const std::string& name);

  // From the sizes of the setting on. Throws Refusal where the theorem is not proved there by the lemma with room left, or is of a
  // form that the argument above does not cover.
  RoundedMargin(const TheoremText& text, const ProofSetting& setting, Lemma proves);

  void expect_enough(const proof::Laurent& least, std::vector<ProofStep>& steps) const override;

 private:
  proof::Laurent tuples(const TermArithmetic& arithmetic, const SymbolicHead& head) const;
  // D.
  proof::Laurent off_kernel(const TermArithmetic& arithmetic, const SymbolicHead& head) const;
  // X. Refusal where it is not shown to be at most 1/4.
  proof::Laurent off_weights(const TermArithmetic& arithmetic, const SymbolicHead& head) const;

  // Where y is exactly, in words.
  std::string room_text(const proof::Laurent& margin) const;

  PiecewiseForm readout_;  // in coordinates of the stream
};

}  // namespace attest::theorems
