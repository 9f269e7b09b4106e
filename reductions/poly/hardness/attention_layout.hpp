// The matrices of Theorem C.10 and Lemmas E.8, E.13 and E.18 of seed 003 in one shape, as data.
//
// Q^(j) has 2n rows and blocks of d columns. In its upper n rows every block is c B a^i_l + (p B + q) 1_d for
// the set A^i that variable j carries, in its lower n rows (p B + q) 1_d; c, p, q are integers. V^(j) has one
// value in its upper and one in its lower rows. From this record come the matrices of an instance
// (attention_of), and the symbolic value of h for every choice of upper and lower rows (value_of_pattern).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "claims/verdict.hpp"
#include "numeric/polynomial.hpp"
#include "reductions/poly/hardness/monomial_order.hpp"
#include "reductions/problems/attention_instance.hpp"
#include "reductions/problems/inner_products.hpp"

namespace attest {

struct LayoutRow {
  long vector = 0;         // c: times B times the row's vector
  long ones = 0;           // p: times B times 1_d
  long unscaled_ones = 0;  // q: times 1_d
};

struct LayoutBlock {
  LayoutRow upper;
  LayoutRow lower;  // carries no vector
};

struct LayoutValue {
  long upper = 1;
  long lower = 1;
};

struct AttentionLayout {
  AttentionPolynomial h;
  problems::Family family = problems::Family::k_ip;  // of the gap instance
  std::size_t order = 2;                             // of its inner products; also the degree of h
  std::vector<std::size_t> chosen;                   // T: variable chosen[i] carries set A^(i+1)
  std::vector<std::vector<LayoutBlock>> q;           // [variable][block]
  std::vector<LayoutValue> v;                        // of variables 2..t
  std::vector<long> s;                               // the paper's s_i, by preference; 1 where none is needed

  std::vector<std::string> defects;  // where the print defines no object, and the reading taken
  std::vector<std::string> choices;
  std::vector<std::string> notes;

  std::size_t variables() const { return h.variables(); }
  std::size_t blocks() const { return q.front().size(); }
  // T begins with x_1 or does not contain it.
  bool first_chosen() const { return chosen.front() == 0; }
  std::optional<std::size_t> set_of(std::size_t variable) const;
};

// All matrices zero, all values 1 (0 in the lower rows of chosen variables). `chosen` lists T in the order of
// the sets.
AttentionLayout empty_layout(AttentionPolynomial h, problems::Family family, std::size_t order,
                             std::vector<std::size_t> chosen, std::size_t blocks);

// The matrices for that gap instance. Sets with fewer vectors than the largest are filled up with zero
// vectors: as the target is at least 1 they keep the promise and are in no solution.
problems::AttentionInstance attention_of(const AttentionLayout& layout, const problems::InnerProducts& source,
                                         const Rational& power_of_b);

// One coordinate of h(Q_{l_1}, ..., Q_{l_t}) as a polynomial in B and the coordinates a1, a2, ... of the
// vectors, where lower[i] says whether l_j is a lower row for the i-th chosen variable j. h sums over
// coordinates, so the value for vectors of any dimension d is the sum of d such polynomials: an identity of
// them holds for every d, n and every real vectors.
Polynomial value_of_pattern(const AttentionLayout& layout, const std::vector<bool>& lower);

// What the repaired constructions give: B^k sum_S a_S over the constraints S whose variables are all upper,
// plus B^deg(m) for every monomial m of h inside T whose variables, apart from the first of T, are all lower.
Polynomial expected_of_pattern(const AttentionLayout& layout, const std::vector<bool>& lower);

// How many monomials of h have all their variables in T, by degree.
std::vector<long> monomials_inside(const AttentionLayout& layout);

}  // namespace attest
