// Conditions on inputs that a proof uses.
#pragma once

#include <vector>

#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

// where (count i in [n]: m(i) = 1) = 1, m : [n] -> {0, 1}: m is 1 at one place alone, so that this place, a number in [n], says what m is, and
// every place is one of an input. The theorem with the place in the stead of m: m(e) is ind(e = place), and a sum over all j of
// ind(j = place)*f(j) is f(place). Each condition that is used in this way is a step; others are left as they are.
TheoremText with_promises_used(const TheoremText& text, std::vector<ProofStep>& steps);

}  // namespace attest::theorems
