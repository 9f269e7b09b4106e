#include "lowerbounds/strassen/lemma_function.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace attest {

namespace {

std::vector<int> letters(int first, int last) {
  std::vector<int> alphabet(last < first ? 0 : last - first + 1);
  std::iota(alphabet.begin(), alphabet.end(), first);
  return alphabet;
}

}  // namespace

bool LemmaFunction::has_letter(int position, int letter) const {
  const auto& alphabet = alphabets.at(position);
  return std::find(alphabet.begin(), alphabet.end(), letter) != alphabet.end();
}

std::string word_text(const LemmaWord& word) {
  return fmt::format("({})", fmt::join(word, ","));
}

LemmaFunction indexing_function(int n) {
  LemmaFunction f;
  f.name = fmt::format("Ind_{}", n);
  f.alphabets.assign(n + 1, letters(1, n));
  f.value = [](const LemmaWord& w) { return w[w[0]] == 1; };  // w = p_1 q_1 ... q_n, so q_{p_1} is w[p_1]
  return f;
}

// j = k is allowed, as in the definition.
LemmaFunction sum2_function(int length, int modulus) {
  std::vector<int> alphabet = letters(1, modulus - 1);
  std::erase(alphabet, modulus - 2);
  LemmaFunction f;
  f.name = fmt::format("Sum2[{},{}]", length, modulus);
  f.alphabets.assign(length, alphabet);
  f.value = [modulus](const LemmaWord& w) {
    for (const int a : w) {
      for (const int b : w) {
        if ((a + b + 1) % modulus == 0) return true;
      }
    }
    return false;
  };
  return f;
}

LemmaFunction disjointness_function(int m) {
  LemmaFunction f;
  f.name = fmt::format("Disj_{}", m);
  f.alphabets.assign(2 * m, {0, 1});
  f.value = [m](const LemmaWord& w) {
    for (int i = 0; i < m; ++i) {
      if (w[i] == 1 && w[m + i] == 1) return true;
    }
    return false;
  };
  return f;
}

}  // namespace attest
