// Symmetries of a Boolean matrix that move its rows. Where they are known a search for shattered sets need not look at every set: a
// symmetry takes the columns to the same columns in another order, and so a shattered set to a shattered set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lowerbounds/shattering/bit_matrix.hpp"

namespace attest {

using RowSymmetry = std::vector<std::uint32_t>;  // which row each row of the matrix goes to

// Whether it is one; looks at every entry. The rows of the matrix, and its columns, are distinct.
bool is_row_symmetry(const BitMatrix& matrix, const RowSymmetry& to);

// Orders the list (of indices into row_of, which has the matrix's rows) by orbits, the largest first; returns the places at which one
// begins. The symmetries must take the rows of the list to each other (std::logic_error where one does not).
//
// Of the sets that add rows of the list to a set S whose rows stay where they are, those that add none of the orbits before one
// and some row of it are taken by symmetries to sets that add the row at which it begins: the rows behind it are all that may
// join that one.
std::vector<std::size_t> order_by_orbits(const std::vector<const RowSymmetry*>& symmetries,
                                         const std::vector<std::uint32_t>& row_of,
                                         std::vector<std::uint32_t>& list);

}  // namespace attest
