// The columns of a Boolean matrix, divided into cells by their traces on a set S of rows: two columns share
// a cell when every row of S has the same value in both. S is shattered iff all 2^|S| cells are nonempty.
//
// A node of the search keeps, for S and for each row that may still join it, the row's bits in an order of
// columns in which every cell is a run of its own words. Adding a row splits every cell in two. How many
// columns of each cell have a 1 in two further rows s, r then costs two population counts a word, and the
// words of a cell shrink with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lowerbounds/shattering/bit_matrix.hpp"

namespace attest {

// Which compilation of the inner loops to use; `best` is what the processor has. Results do not differ.
enum class Machine64 { best, portable };

struct ColumnCells {
  using Word = BitMatrix::Word;

  std::size_t cells = 0;             // 2^|S|
  std::size_t stride = 0;            // words of a cell, the same for all
  std::vector<std::uint32_t> sizes;  // columns in each cell
  std::vector<Word> valid;           // which bits of the words stand for a column
  std::vector<std::uint32_t> rows;   // rows of the matrix that may still join S, in the order of the search
  std::vector<Word> bits;            // for each of them its cells * stride words

  std::size_t words() const { return cells * stride; }
  const Word* row(std::size_t index) const { return bits.data() + index * words(); }

  // S empty: one cell. `candidates` are row indices of the matrix.
  void start(const BitMatrix& matrix, const std::vector<std::uint32_t>& candidates);
};

// How the row at one index of a ColumnCells splits every cell.
struct CellSplit {
  std::vector<std::uint64_t> ones;   // columns of the cell with a 1
  std::vector<std::uint64_t> zeros;  // with a 0
  std::uint64_t least = 0;           // the smallest of all those numbers
};
void split_cells(const ColumnCells& node, std::size_t index, CellSplit& split);

class CellKernel {
 public:
  explicit CellKernel(Machine64 machine = Machine64::best);

  // Of the candidates with indices in [from, to): those that, together with the one at `index`, split every
  // cell into four parts of at least `least` >= 1 columns each. At most `most` are looked for. Returns how
  // many candidates were examined; `survivors` gets the indices.
  // Needs split.least >= 2 * least.
  std::size_t partners(const ColumnCells& node, std::size_t index, const CellSplit& split, std::size_t from,
                       std::size_t to, std::uint64_t least, std::size_t most,
                       std::vector<std::uint32_t>& survivors) const;

  // The node for S and the row at `index`, with the candidates at the indices `kept`.
  void descend(const ColumnCells& node, std::size_t index, const CellSplit& split,
               const std::vector<std::uint32_t>& kept, ColumnCells& child) const;

 private:
  struct Functions;
  const Functions* functions_;
};

}  // namespace attest
