// Is there a shattered set of k rows? An exhaustive search, and the bounds that spare it.
//
// A set of k rows is shattered by the columns when all 2^k patterns occur among them. The search adds rows
// in their order. A set S of j rows can grow to k only if every one of its 2^j cells of columns (those with
// the same values on S) still holds 2^(k-j) columns, since that many patterns must be told apart in it; a row
// that fails this beside S fails it beside every superset of S, so it leaves the list of candidates, and a
// list that is too short ends the branch.
//
// Where symmetries of the matrix are known, those that leave every row of S where it is take the candidates beside S to each other; of
// each orbit one is added, and those of an orbit that has been looked at leave the list. (A set that has some of an orbit is taken to one
// that has the one which was added.)
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lowerbounds/shattering/bit_matrix.hpp"
#include "lowerbounds/shattering/column_cells.hpp"
#include "lowerbounds/shattering/row_symmetries.hpp"

namespace attest {

// Asked every few thousand steps, from several threads: true ends the search.
using Stop = std::function<bool()>;

struct ShatterSearch {
  enum class Outcome { found, exhausted, stopped };
  Outcome outcome = Outcome::exhausted;
  std::vector<std::uint32_t> set;  // ascending row indices
  std::uint64_t visited = 0;       // row sets examined
};

// Rows that a search for shattered sets needs: those that are not constant, and of two that complement each
// other the first (exchanging them in a shattered set leaves it shattered, and no shattered set has both).
std::vector<std::uint32_t> useful_rows(const BitMatrix& matrix);

// A symmetry as it moves those rows, a row's complement counting as the row; constant rows stay.
RowSymmetry among_useful(const BitMatrix& matrix, const RowSymmetry& to);

// The most rows that c distinct columns can shatter when r rows are useful: min(r, floor(log2 c)).
int vc_at_most(std::size_t distinct_columns, std::size_t useful_rows);

// Sauer and Shelah: c distinct columns on r distinct rows without a shattered set of k rows are at most
// sum_{i<k} C(r, i). The largest k for which c exceeds that sum, so that some k rows are shattered.
int vc_at_least(std::size_t distinct_columns, std::size_t distinct_rows);

// The columns must be distinct. `size` >= 1; `rows` are the candidates, in the order in which they are tried:
// the set that is found, and the number of sets visited, are the same for any number of threads. `symmetries`: of the matrix, as they
// move `rows` (among_useful). With them sets are left out that a symmetry takes to others which are looked at.
ShatterSearch find_shattered(const BitMatrix& matrix, const std::vector<std::uint32_t>& rows, int size,
                             const Stop& stop, bool parallel, CellMachine machine = CellMachine::best,
                             const std::vector<RowSymmetry>& symmetries = {});

}  // namespace attest
