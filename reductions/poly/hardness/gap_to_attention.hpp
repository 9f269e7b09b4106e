// The four reductions from gap problems to poly-attention as Reduction objects.
#pragma once

#include <memory>
#include <vector>

#include "reductions/reduction.hpp"

namespace attest {

std::unique_ptr<Reduction> gap_ip_triangle_to_strassen();
std::unique_ptr<Reduction> gap_kip_to_poly();
std::unique_ptr<Reduction> gap_hypergraph_to_poly();
std::unique_ptr<Reduction> gap_cycle_to_poly();

// A parameter's text as an attention polynomial; "auto" is `otherwise`. Throws UsageError with the rule of
// Definition 2.1 that is broken.
AttentionPolynomial attention_polynomial_from(const std::string& text, const AttentionPolynomial& otherwise);

// The elementary symmetric polynomial of degree k in that many variables.
AttentionPolynomial elementary_symmetric(std::size_t variables, std::size_t k);

// x1 x2 + x2 x3 + ... + xr x1.
AttentionPolynomial cycle_polynomial(std::size_t r);

}  // namespace attest
