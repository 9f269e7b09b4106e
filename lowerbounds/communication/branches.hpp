// Attention polynomials and their branches (seed 003_fa68b7a15496b434.txt, Definitions 2.1 and A.5).
//
// An attention polynomial is a sum of different monomials, each a product of at least two different
// variables out of x_1, ..., x_t. It is variable separable into branches g_1(x_1, ...), ..., g_r(x_1, ...)
// that share no variable but x_1, with r as large as possible: two variables other than x_1 are in one branch
// exactly when a chain of monomials joins them, x_1 not counting as a link.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attest {

struct SeparablePolynomial {
  std::vector<std::uint32_t> monomials;  // bit i-1: x_i; in the order given
  int variables = 0;                     // t
};

// "x1x2+x2x3", with optional "*", "_" and blanks. Every variable x_2, ..., x_t has to occur, t at most 16 (a
// variable that occurs nowhere would be summed over all the same, without being in any branch). Throws
// UsageError naming `argument`.
SeparablePolynomial separable_polynomial_from_string(const std::string& argument, const std::string& text);

// For each branch the variables other than x_1 (bit i-1: x_i), ordered by their first variable.
std::vector<std::uint32_t> branches_of(const SeparablePolynomial& polynomial);

// Which variables of a branch meet in a monomial. Vertices 0..m-1 are the variables other than x_1; edge {a,
// b} with a < b is bit number edge_number(m, a, b).
using EdgeSet = std::uint32_t;
int edge_number(int m, int a, int b);

// The graph of one branch, its variables numbered in ascending order.
EdgeSet branch_graph(const SeparablePolynomial& polynomial, std::uint32_t branch);

// All branches with m variables beside x_1, sorted by graph. Branches that differ only in the names of these
// m variables are one.
struct BranchClass {
  EdgeSet graph = 0;             // the least of its isomorphic copies
  std::uint64_t labelled = 0;    // branches with any graph isomorphic to it
  std::uint64_t unlabelled = 0;  // the same up to renaming of the m variables
};
constexpr int largest_census = 4;

// 1 <= m <= largest_census. Counted over all 2^(2^(m+1)-m-2) sets of monomials at once: a set's graph is the
// union of its monomials' graphs, so the number of sets with each union follows one monomial at a time; up to
// renaming by Burnside's lemma (a renaming fixes the sets that are unions of its cycles of monomials).
std::vector<BranchClass> branch_census(int m);

}  // namespace attest
