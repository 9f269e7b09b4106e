// A list of 0/1 vectors of one length, each row packed into 64-bit words: the sets A^1, A^2, ... of the
// inner-product problems (seed 003, Definitions A.7, C.5, E.9, E.14).
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace attest::problems {

class BitVectors {
 public:
  using Word = std::uint64_t;

  // `count` zero vectors of that dimension; both may be 0.
  BitVectors(std::size_t count, std::size_t dimension)
      : count_(count), dimension_(dimension), stride_((dimension + 63) / 64), words_(count * stride_, 0) {}

  // Rows of zeros and ones, all of one length; std::invalid_argument otherwise.
  static BitVectors from_rows(const std::vector<std::vector<int>>& rows);

  std::size_t size() const { return count_; }
  std::size_t dimension() const { return dimension_; }

  bool get(std::size_t row, std::size_t column) const {
    return (words_[row * stride_ + column / 64] >> (column % 64)) & 1;
  }
  void set(std::size_t row, std::size_t column, bool value = true) {
    Word& word = words_[row * stride_ + column / 64];
    const Word bit = Word{1} << (column % 64);
    word = value ? word | bit : word & ~bit;
  }

  // Bits beyond the dimension are zero.
  std::span<const Word> words(std::size_t row) const { return {words_.data() + row * stride_, stride_}; }

  // "0110"
  std::string text(std::size_t row) const;

  friend bool operator==(const BitVectors&, const BitVectors&) = default;

 private:
  std::size_t count_;
  std::size_t dimension_;
  std::size_t stride_;  // words a row
  std::vector<Word> words_;
};

}  // namespace attest::problems
