// A square 0/1 matrix; positions are 1-based, as in the papers.
#pragma once

#include <vector>

namespace attest::problems {

class BitMatrix {
 public:
  explicit BitMatrix(int size) : size_(size), entries_(size * size, 0) {}
  int size() const { return size_; }
  int& operator()(int i, int j) { return entries_.at((i - 1) * size_ + (j - 1)); }
  int operator()(int i, int j) const { return entries_.at((i - 1) * size_ + (j - 1)); }
  friend bool operator==(const BitMatrix&, const BitMatrix&) = default;

 private:
  int size_;
  std::vector<int> entries_;  // row by row
};

}  // namespace attest::problems
