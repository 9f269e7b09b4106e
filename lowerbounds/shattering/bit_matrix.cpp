#include "lowerbounds/shattering/bit_matrix.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace attest {

namespace {

std::uint64_t hash_of(const BitMatrix::Word* row, std::size_t words) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (std::size_t w = 0; w < words; ++w) {
    hash = (hash ^ row[w]) * 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

BitMatrix BitMatrix::transposed() const {
  BitMatrix result(columns, rows);
  for (std::size_t r = 0; r < rows; ++r) {
    const Word bit = Word{1} << (r % 64);
    for (std::size_t w = 0; w < words; ++w) {
      for (Word rest = row(r)[w]; rest != 0; rest &= rest - 1) {
        const auto c = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        result.bits[c * result.words + r / 64] |= bit;
      }
    }
  }
  return result;
}

DistinctRows distinct_rows(const BitMatrix& matrix) {
  DistinctRows result;
  result.class_of.reserve(matrix.rows);
  std::unordered_multimap<std::uint64_t, std::uint32_t> known;
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    const BitMatrix::Word* row = matrix.row(r);
    const std::uint64_t hash = hash_of(row, matrix.words);
    const auto [begin, end] = known.equal_range(hash);
    const auto same = std::find_if(begin, end, [&](const auto& entry) {
      return std::equal(row, row + matrix.words, matrix.row(result.first[entry.second]));
    });
    if (same != end) {
      result.class_of.push_back(same->second);
      continue;
    }
    const auto index = static_cast<std::uint32_t>(result.first.size());
    known.emplace(hash, index);
    result.first.push_back(static_cast<std::uint32_t>(r));
    result.class_of.push_back(index);
  }
  result.matrix = BitMatrix(result.first.size(), matrix.columns);
  for (std::size_t k = 0; k < result.first.size(); ++k) {
    std::copy_n(matrix.row(result.first[k]), matrix.words, result.matrix.row(k));
  }
  return result;
}

}  // namespace attest
