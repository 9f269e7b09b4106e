// The attention-space geometry of expressive attention: identities of polynomials, which hold in every
// dimension as vectors enter by their dot products alone, and comparisons over all pairs of small vectors.
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
// `logarithm` is that of the weight of eq. (1) before normalisation, at beta = 1: z itself.
std::vector<Check> kernel_identity_checks(
    const KernelFormula& kernel,
    const std::function<Polynomial(const Polynomial& z)>& logarithm = [](const Polynomial& z) { return z; });

}  // namespace attest
