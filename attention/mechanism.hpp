// The attention mechanisms whose heads sum over pairs of tokens.
//
// Source: seed 000_bd1f352bd128419d.txt, eqs. (6)-(17). A score is the following times 1/sqrt(d), a value
// the Hadamard product of V_1 of the second and V_2 of the third token:
//
//   strassen     f_i g_j + g_j h_k + h_k f_i               over all j, k
//   third-order  sum_c q_i[c] k_j[c] k'_l[c]               over all j, l
//   triangular   q_(i,l) k_(l,j) at token (i, j)           over all l, the tokens being pairs
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace attest {

enum class Mechanism { strassen, third_order, triangular };

const char* to_string(Mechanism mechanism);
// Throws UsageError for an unknown name.
Mechanism mechanism_from_string(const std::string& text);

// How many matrices make the scores: 3, or 2 for triangular attention.
std::size_t query_count(Mechanism mechanism);

// The names of those matrices in the paper: {"W_f", "W_g", "W_h"}, ...
std::vector<std::string> query_names(Mechanism mechanism);

// The pairs of tokens (0-based) that a head of `token` sums over, in the order of their ranks. Triangular
// attention needs a square number of tokens (std::invalid_argument otherwise).
std::vector<std::pair<std::size_t, std::size_t>> index_pairs(Mechanism mechanism, std::size_t token,
                                                             std::size_t tokens);

}  // namespace attest
