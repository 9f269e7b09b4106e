// A Boolean matrix, rows packed into 64-bit words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attest {

struct BitMatrix {
  using Word = std::uint64_t;

  BitMatrix() = default;
  BitMatrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count),
        columns(column_count),
        words((column_count + 63) / 64),
        bits(row_count * ((column_count + 63) / 64), 0) {}

  const Word* row(std::size_t r) const { return bits.data() + r * words; }
  Word* row(std::size_t r) { return bits.data() + r * words; }
  bool at(std::size_t r, std::size_t c) const { return (row(r)[c / 64] >> (c % 64) & 1) != 0; }
  void set(std::size_t r, std::size_t c) { row(r)[c / 64] |= Word{1} << (c % 64); }

  BitMatrix transposed() const;

  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t words = 0;   // of a row; the bits beyond the last column are 0
  std::vector<Word> bits;  // row by row
};

// The distinct rows of a matrix in the order of their first occurrence: first[k] is where the k-th of them
// stands first, class_of[r] the distinct row that row r equals.
struct DistinctRows {
  BitMatrix matrix;
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> class_of;
};
DistinctRows distinct_rows(const BitMatrix& matrix);

}  // namespace attest
