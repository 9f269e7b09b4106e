// The layouts of the four reductions from gap problems to poly-attention (seed 003, Appendices C.2.2 and
// E.2). Each file of the same name has the print and the repair side by side.
#pragma once

#include "reductions/poly/hardness/attention_layout.hpp"

namespace attest {

// Theorem C.10 (lines 1784-1943): h = x1 x2 + x2 x3 + x3 x1. Nothing is repaired in the matrices.
AttentionLayout gap_triangle_layout();

// Lemma E.8 (lines 2328-2567): any h of degree k. Throws UsageError if the degree of h is not k.
AttentionLayout gap_kip_layout(Variant variant, const AttentionPolynomial& h, std::size_t k);

// Lemma E.13 (lines 2618-2814): h of degree k that has all monomials of degree k on some t_0 variables; of
// several such sets of variables the lexicographically first. Throws UsageError if there is none.
AttentionLayout gap_hypergraph_layout(Variant variant, const AttentionPolynomial& h, std::size_t t_0,
                                      std::size_t k);

// Lemma E.18 (lines 2895-3047): h of degree 2 whose graph has a cycle of r >= 3 edges; of several the
// lexicographically first, read from its smallest vertex. Throws UsageError if there is none.
AttentionLayout gap_cycle_layout(Variant variant, const AttentionPolynomial& h, std::size_t r);

// The cycle: its vertices in order, from the smallest one.
std::optional<std::vector<std::size_t>> cycle_of_length(const AttentionPolynomial& h, std::size_t r);

// The last column block (item 4 of E.8 and E.13, items 2 and 3 of E.18): B 1 in every row of the first chosen
// variable, (0; 1) in the others, where the print has no factor B in the items and the repair has it.
void add_normalising_block(AttentionLayout& layout, bool scaled);

}  // namespace attest
