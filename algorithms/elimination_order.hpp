// Orders in which the variables of h are eliminated, where every monomial of h has degree 2.
//
// An order is played on the graph of h: a variable is taken out, and its neighbours are joined to each other.
// The neighbours that it has when it is taken out are what its step sums over, at a cost of n^(k+1) for k of
// them; the largest k is the order's width, and the least width of all orders is the treewidth.
//
// x_1 is eliminated last, as the answer is asked for every token of it. That costs nothing: the graph that an
// order of width w leaves behind, with all that was joined, is chordal with cliques of at most w + 1 vertices
// (each vertex and its later neighbours); a chordal graph that is no clique has two vertices that are not
// adjacent, each with a clique for neighbours (Dirac 1961), so one of them is not x_1 and can go first
// without joining anything. So some order of width at most w ends in x_1. Both numbers are computed all the
// same.
//
//   x1*x2 + x2*x3 + x3*x1 + x3*x4 + x4*x1:  x_2, x_4, x_3, x_1, of width 2
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "attention/attention_polynomial.hpp"

namespace attest {

// The search visits all sets of variables.
inline constexpr std::size_t most_eliminated_variables = 16;

// The neighbours of every variable, as bits. Throws UnsuitablePolynomial naming a monomial of degree above 2,
// or the number of variables.
std::vector<std::uint32_t> neighbours_of(const AttentionPolynomial& h);

// An order that ends in x_1, with the least sum of n^(k+1) for large n: of least width, then with the fewest
// steps of that width, and so on.
std::vector<std::size_t> elimination_order(const AttentionPolynomial& h);

// The neighbours that each variable has when it is taken out, ascending: the game as it is described above.
std::vector<std::vector<std::size_t>> eliminated_neighbours(const AttentionPolynomial& h,
                                                            const std::vector<std::size_t>& order);
std::size_t width_of(const AttentionPolynomial& h, const std::vector<std::size_t>& order);

// The least width of all orders, wherever x_1 stands in them.
std::size_t treewidth(const AttentionPolynomial& h);

}  // namespace attest
