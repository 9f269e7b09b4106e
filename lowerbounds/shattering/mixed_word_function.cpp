#include "lowerbounds/shattering/mixed_word_function.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attest {

bool MixedWordFunction::has_letter(int position, int letter) const {
  const auto& alphabet = alphabets.at(position);
  return std::find(alphabet.begin(), alphabet.end(), letter) != alphabet.end();
}

std::string word_text(const MixedWord& word) {
  return fmt::format("({})", fmt::join(word, ","));
}

}  // namespace attest
