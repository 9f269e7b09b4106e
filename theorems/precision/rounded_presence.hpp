// A theorem that is proved by presence (theorems/proof/by_presence.cpp), every operation rounded: from how many bits on it still holds
// (rounded_proof.hpp).
//
//   y = (max over s symbols a.. in [K]: 0, or min(own(e).., L seen(a)..)) - c,   L tokens,   0 < c < 1
//
// Exactly, y >= 1 - c on a yes and y = -c on a no, so that what rounds may move y by less than mu = min(c, 1 - c) <= 1/2. Let
// u = 2^-p <= 1/1024 and L u <= 1/4.
//
//   seen      own is 0 or 1, exactly. All tokens have the same computed score, weigh 1/L, and seen(a) is off as an average is in
//             rounded_means.hpp, whose values are at most 1.
//   two       Of two of the K^s least numbers the largest, as the ReLU network puts it out, is off by at most E: the operations of
//             bounded_term.hpp, in whatever order a unit adds what it reads. So is each of them.
//   all       The network goes on with r' = v + relu(r - v), v the next one, which the units of a layer pass on without rounding. Computed,
//             r - v is off by some d more, and r' is max(v, r + d). As long as what r is off is less than 1/2, |r| and |v| are at most
//             3/2: r is a sum of v before, at most 3/2, and of relu(..), at most 3 + |d|; three numbers are added in two roundings, and so
//             |d| <= 2 u (1 + u) (3/2 + 3 + |d| + 3/2) <= 20 u. In all y is off by at most E + 20 u K^s, with the two roundings of
//             the last sum, where -c is the third number, and the one of c as it is stored.
#pragma once

#include <vector>

#include "theorems/precision/rounded_proof.hpp"

namespace attest::theorems {

class RoundedPresence : public RoundedProof {
 public:
  // From the sizes of the setting on. Throws Refusal where the theorem is not proved there, or is of a form that the argument above does not
  // cover.
  RoundedPresence(const TheoremText& text, const ProofSetting& setting);

  void expect_enough(const proof::Laurent& least, std::vector<ProofStep>& steps) const override;

 private:
  // The least number whose parts are coordinates from this one on.
  PiecewiseForm least_number(std::size_t first) const;
};

}  // namespace attest::theorems
