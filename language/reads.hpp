// Which cells of the inputs an expression may read: what a token, a row or an answer depends on.
#pragma once

#include <compare>
#include <span>
#include <vector>

#include "language/names.hpp"
#include "language/resolved.hpp"

namespace attest::language {

struct Cell {  // A(2,3): the third input at (2, 3)
  std::size_t input = 0;
  std::vector<long> arguments;
  auto operator<=>(const Cell&) const = default;
};

// Every cell that is read at these indices with some input, ascending; where arguments and conditions depend on
// no input no other cells. An argument that depends on the input counts as every value of its domain.
// EvaluationError where there are more than 2^20.
std::vector<Cell> cells_read(const Resolution& resolution, const Names& names, std::span<const long> indices);

}  // namespace attest::language
