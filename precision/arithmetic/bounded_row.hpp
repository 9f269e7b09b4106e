// Rows, matrices and networks of bounded numbers, by the operations of bounded_number.hpp.
#pragma once

#include <vector>

#include "attention/relu_network.hpp"
#include "precision/arithmetic/bounded_number.hpp"

namespace attest {

using BoundedRow = std::vector<BoundedNumber>;

BoundedRow hull(const BoundedRow& a, const BoundedRow& b);  // by coordinates

BoundedRow stored(const BoundedArithmetic& arithmetic, const RationalVector& row);
std::vector<BoundedRow> stored(const BoundedArithmetic& arithmetic, const RationalMatrix& matrix);

// Products, and sums from the left.
BoundedNumber dot(const BoundedArithmetic& arithmetic, const BoundedRow& a, const BoundedRow& b);
BoundedRow times(const BoundedArithmetic& arithmetic, const std::vector<BoundedRow>& matrix,
                 const BoundedRow& x);

// Affine maps with stored numbers: the row of the weight times x, then the bias; ReLU between two of them.
BoundedRow apply(const BoundedArithmetic& arithmetic, const std::vector<AffineMap>& network, BoundedRow x);

}  // namespace attest
