// Is a polynomial a rational linear combination of given ones? This is what "the row is linear in the
// encoding" means, and the coefficients are a row of the weight matrix.
#pragma once

#include <optional>
#include <vector>

#include "numeric/integer.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

// Coefficients c with sum_k c_k basis[k] == target as polynomials, or nullopt if there are none. Where
// the basis is dependent (an entry is zero, say), free coefficients are zero.
std::optional<RationalVector> linear_combination(const std::vector<Polynomial>& basis,
                                                 const Polynomial& target);

}  // namespace attest
