// The inputs of a task: words of fixed length over position-dependent alphabets, ordered
// lexicographically with token 1 most significant and symbols ascending. Ranks are 0-based.
//
// A word holds symbol indices 0 .. size-1; what a symbol stands for is the task's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

using Symbol = std::uint32_t;
using Word = std::vector<Symbol>;

class InputSpace {
 public:
  // alphabet_sizes[p] >= 1 symbols at position p (0-based). Throws std::invalid_argument otherwise.
  explicit InputSpace(std::vector<Symbol> alphabet_sizes);

  std::size_t length() const { return sizes_.size(); }
  Symbol alphabet_size(std::size_t position) const { return sizes_[position]; }

  Integer size() const;  // the product of the alphabet sizes
  Integer rank(std::span<const Symbol> word) const;
  Word unrank(Integer rank) const;  // 0 <= rank < size(), else std::out_of_range

  // Moves the word `step` ranks on (the caller knows that this stays inside) and returns the first
  // position that changed.
  std::size_t advance(std::span<Symbol> word, std::uint64_t step) const;

 private:
  std::vector<Symbol> sizes_;
};

}  // namespace attest
