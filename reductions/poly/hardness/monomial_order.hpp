// Definition E.1 of seed 003 (lines 2093-2100): the order of an attention polynomial's monomials.
#pragma once

#include <cstddef>
#include <vector>

#include "attention/attention_polynomial.hpp"

namespace attest {

using MonomialSet = std::vector<std::size_t>;  // variables from 0, ascending

// Higher degree first; among equals the monomial that has the smallest variable in which they differ.
bool has_higher_preference(const MonomialSet& a, const MonomialSet& b);

// m_1, ..., m_s.
std::vector<MonomialSet> monomials_by_preference(const AttentionPolynomial& h);

// Whether every variable of `a` is one of `b`.
bool divides(const MonomialSet& a, const MonomialSet& b);

}  // namespace attest
