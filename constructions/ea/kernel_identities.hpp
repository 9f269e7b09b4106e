// The identities behind the attention-space geometry of expressive attention, each as a check that compares
// polynomials. They hold in every dimension: vectors enter by their dot products alone.
//
// Source: seed 004_9370d393bf99a4b8.txt, eq. (2), Figure 1, lines 14-60 and 184-186.
#pragma once

#include <functional>
#include <vector>

#include "claims/verdict.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

// A weight before normalisation, as a quotient of polynomials in z.
struct KernelFormula {
  std::function<Polynomial(const Polynomial& z)> numerator;
  std::function<Polynomial(const Polynomial& z)> denominator;
};

// Eq. (2): z^2/(1 + z^2).
KernelFormula printed_kernel();

// In the order of the paper's text. The last ones are not essential: they say how far the picture goes.
std::vector<Check> kernel_identity_checks(const KernelFormula& kernel);

}  // namespace attest
