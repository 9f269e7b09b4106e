// A Boolean function f: Sigma^n -> {0, 1}, evaluated word by word from its definition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace attest {

// Indices into the alphabet, position 1 first.
using LetterIndex = std::uint8_t;

struct WordFunction {
  std::string name;                                      // "disjointness"
  std::vector<std::pair<std::string, long>> parameters;  // {"m", 3}
  std::size_t positions = 0;                             // n
  std::vector<long> letters;                      // Sigma as the paper spells it, ascending; at most 255
  std::function<bool(const LetterIndex*)> value;  // of a word of n letter indices; thread-safe
};

// The words of Sigma^n in lexicographic order, position 1 most significant; a word's place in it is its rank.
inline bool next_word(std::vector<LetterIndex>& word, std::size_t alphabet) {
  for (std::size_t i = word.size(); i-- > 0;) {
    if (++word[i] < alphabet) return true;
    word[i] = 0;
  }
  return false;
}

}  // namespace attest
