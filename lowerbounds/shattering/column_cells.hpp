// The columns of a Boolean matrix, divided into cells by their traces on a set S of rows: two columns share
// a cell when every row of S has the same value in both. S is shattered iff all 2^|S| cells are nonempty.
//
// A cell is a set of bits in the rows' words. Small cells scattered over long rows would waste time, so now
// and then the candidates' rows are rewritten in an order of columns in which every cell has words of its own
// (the base); from there on, cells are masks over these words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lowerbounds/shattering/bit_matrix.hpp"

namespace attest {

// Which compilation of the inner loops to use; `best` is what the processor has. Results do not differ.
enum class CellMachine { best, portable };

// Rows of the matrix, written so that each cell of some set S has `stride` words: word k of cell c is word
// k * cells + c.
struct CellBase {
  using Word = BitMatrix::Word;

  std::size_t cells = 0;  // a power of two
  std::size_t stride = 0;
  std::vector<std::uint32_t> sizes;  // columns in each cell
  std::vector<std::uint32_t> rows;   // the matrix rows that are written here
  std::vector<Word> bits;            // cells * stride words for each

  std::size_t words() const { return cells * stride; }
  const Word* row(std::size_t index) const { return bits.data() + index * words(); }

  // S empty: one cell.
  void start(const BitMatrix& matrix, const std::vector<std::uint32_t>& candidates);
};

// The cells of a superset of a base's S: `parts` for each cell of the base. Part i of cell c has mask words
// i * words + k * cells + c and size number i * cells + c.
struct CellMasks {
  std::size_t parts = 0;
  std::vector<CellBase::Word> masks;
  std::vector<std::uint64_t> sizes;

  std::uint64_t least = 0;  // the smallest of the sizes

  void start(const CellBase& base);
};

class CellKernel {
 public:
  explicit CellKernel(CellMachine machine = CellMachine::best);

  // The cells after adding the row at `index` of the base: first all parts with a 0 in it, then those with
  // a 1.
  void split(const CellBase& base, const CellMasks& cells, std::size_t index, CellMasks& result) const;

  // Of the base's rows with indices list[from], list[from + 1], ..: those that split every cell into two
  // parts of at least `least` >= 1 columns. At most `most` are looked for. Returns how many were examined;
  // `survivors` gets their indices. Needs cells.least >= 2 * least.
  std::size_t partners(const CellBase& base, const CellMasks& cells, const std::vector<std::uint32_t>& list,
                       std::size_t from, std::uint64_t least, std::size_t most,
                       std::vector<std::uint32_t>& survivors) const;

  // Whether a new base is worth its time. What is found does not depend on it.
  static bool worth_rebasing(const CellBase& base);
  // A base in which the given cells have words of their own, with the rows at the indices `kept`.
  void rebase(const CellBase& base, const CellMasks& cells, const std::vector<std::uint32_t>& kept,
              CellBase& result) const;

 private:
  struct Functions;
  const Functions* functions_;
};

// A node of a search for shattered sets: a shattered set S and the rows that may still join it.
struct ShatteredNode {
  const CellBase* base = nullptr;
  CellMasks cells;                  // of S
  std::vector<std::uint32_t> list;  // indices into the base
};

// A search asks whether to stop once in so many steps.
constexpr std::uint64_t shattering_steps_between_checks = 1 << 14;

}  // namespace attest
