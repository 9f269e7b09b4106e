// The claims of seed 003 on attention algorithms.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> poly_special_cases_claim();          // Lemma 2.3
std::unique_ptr<Claim> poly_variable_separability_claim();  // Lemma D.1
std::unique_ptr<Claim> poly_tree_algorithm_claim();         // Theorem D.2, Algorithm 2
std::unique_ptr<Claim> poly_one_cycle_algorithm_claim();    // Section 3.3
std::unique_ptr<Claim>
poly_treewidth_algorithm_claim();                 // Section 3.3, ours for the graphs that it leaves out
std::unique_ptr<Claim> poly_tensor_form_claim();  // eqs. 10-12, Lemmas C.4 and E.4

}  // namespace attest
