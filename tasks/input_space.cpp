#include "tasks/input_space.hpp"

#include <stdexcept>
#include <utility>

#include "numeric/checked.hpp"

namespace attest {

InputSpace::InputSpace(std::vector<Symbol> alphabet_sizes) : sizes_(std::move(alphabet_sizes)) {
  for (const Symbol size : sizes_) {
    if (size == 0) throw std::invalid_argument("an empty alphabet");
  }
}

Integer InputSpace::size() const {
  Integer result = 1;
  for (const Symbol size : sizes_) result *= size;
  return result;
}

Integer InputSpace::rank(std::span<const Symbol> word) const {
  if (word.size() != sizes_.size()) throw std::invalid_argument("a word of the wrong length");
  Integer result = 0;
  for (std::size_t p = 0; p < sizes_.size(); ++p) {
    if (word[p] >= sizes_[p]) throw std::out_of_range("a symbol outside of the alphabet");
    result = result * sizes_[p] + word[p];
  }
  return result;
}

Word InputSpace::unrank(Integer rank) const {
  if (rank < 0 || rank >= size()) throw std::out_of_range("a rank outside of the input space");
  Word word(sizes_.size());
  for (std::size_t p = sizes_.size(); p-- > 0;) {
    word[p] = static_cast<Symbol>(to_size(Integer(rank % sizes_[p])));
    rank /= sizes_[p];
  }
  return word;
}

std::size_t InputSpace::advance(std::span<Symbol> word, std::uint64_t step) const {
  // Most steps stay within the last symbol.
  if (word.back() + step < sizes_.back()) {
    word.back() += static_cast<Symbol>(step);
    return sizes_.size() - (step == 0 ? 0 : 1);
  }
  std::size_t first_changed = sizes_.size();
  std::uint64_t carry = step;
  for (std::size_t p = sizes_.size(); p-- > 0 && carry != 0;) {
    std::uint64_t digit = word[p] + carry;
    carry = 0;
    if (digit >= sizes_[p]) {
      digit -= sizes_[p];
      carry = 1;
    }
    if (digit >= sizes_[p]) {  // a division only where one subtraction was not enough
      carry += digit / sizes_[p];
      digit %= sizes_[p];
    }
    if (digit != word[p]) first_changed = p;
    word[p] = static_cast<Symbol>(digit);
  }
  return first_changed;
}

}  // namespace attest
