// The kernel of the exact solvers: which rows of a set have a given inner product with a given vector.
//
// The vector is the AND of any number of vectors, so that inner products of every order come down to it. Rows
// are kept by words (word w of all rows together), so that four or eight rows are looked at at once where the
// processor can (chosen at run time: AVX-512 with VPOPCNTDQ, AVX2, POPCNT, any).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reductions/problems/bit_vectors.hpp"

namespace attest::problems {

// A set of row numbers as bits, low bit first; bits beyond the number of rows are zero.
using RowSet = std::vector<BitVectors::Word>;

class MatchingRows {
 public:
  using Word = BitVectors::Word;

  explicit MatchingRows(const BitVectors& set);
  // With one of matching_rows_kernels(), for tests; std::invalid_argument for another name.
  MatchingRows(const BitVectors& set, const std::string& kernel);

  std::size_t rows() const { return rows_; }
  std::size_t row_set_words() const { return (rows_ + 63) / 64; }

  // out[j/64] bit j%64 = [<vector, row j> = target]; `out` has row_set_words() words, `vector` as many as a
  // row.
  void all(std::span<const Word> vector, long target, std::span<Word> out) const;

  // The lowest such row, or rows() if there is none.
  std::size_t first(std::span<const Word> vector, long target) const;

 private:
  std::size_t rows_;
  std::size_t padded_;  // a multiple of 64
  std::size_t words_;   // a row
  std::vector<Word> by_word_;
  // The 64 rows of one block as one word: bit j = [popcount(vector & row j) = target]. `rows` points at word
  // 0 of the block's first row; word w of row j is rows[w * stride + j].
  using Block = Word (*)(const Word* rows, std::size_t stride, std::size_t words, const Word* vector,
                         Word target);
  Block block_;

  static Block block_of(const std::string& kernel);
};

// What this machine can do of "avx512", "avx2", "popcnt", "portable"; the first is what MatchingRows uses.
const std::vector<std::string>& matching_rows_kernels();

}  // namespace attest::problems
