// Split-VC by its definition, for small functions: words as strings, traces as sets of strings. Shares
// nothing with lowerbounds/shattering but the type of a function.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lowerbounds/shattering/word_function.hpp"

namespace attest::test {

// All words of a length over letters 'a', 'b', ..
inline std::vector<std::string> all_words(std::size_t length, std::size_t alphabet) {
  std::vector<std::string> result{""};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<std::string> longer;
    for (const auto& word : result) {
      for (std::size_t a = 0; a < alphabet; ++a) longer.push_back(word + static_cast<char>('a' + a));
    }
    result = longer;
  }
  return result;
}

// M_f^A: one string of 0 and 1 for each row word, in the order of words. `rows` are 0-based positions.
inline std::vector<std::string> split_matrix(const WordFunction& f, const std::set<std::size_t>& rows) {
  std::vector<std::string> matrix;
  for (const auto& row : all_words(rows.size(), f.letters.size())) {
    std::string line;
    for (const auto& column : all_words(f.positions - rows.size(), f.letters.size())) {
      std::vector<LetterIndex> word;
      auto r = row.begin();
      auto c = column.begin();
      for (std::size_t i = 0; i < f.positions; ++i) {
        word.push_back(static_cast<LetterIndex>((rows.count(i) != 0 ? *r++ : *c++) - 'a'));
      }
      line += f.value(word.data()) ? '1' : '0';
    }
    matrix.push_back(line);
  }
  return matrix;
}

// How many sets of rows (by index, equal rows counted apart) are shattered, by size.
inline std::map<std::size_t, long> shattered_counts(const std::vector<std::string>& matrix) {
  std::map<std::size_t, long> counts;
  const std::size_t columns = matrix.front().size();
  std::vector<std::size_t> chosen;
  const auto go_on = [&](auto&& self, std::size_t from) -> void {
    std::set<std::string> traces;
    for (std::size_t c = 0; c < columns; ++c) {
      std::string trace;
      for (const std::size_t r : chosen) trace += matrix[r][c];
      traces.insert(trace);
    }
    if (traces.size() == std::size_t{1} << chosen.size()) ++counts[chosen.size()];
    // No pattern needs more columns than there are.
    if (std::size_t{2} << chosen.size() > columns) return;
    for (std::size_t r = from; r < matrix.size(); ++r) {
      chosen.push_back(r);
      self(self, r + 1);
      chosen.pop_back();
    }
  };
  go_on(go_on, 0);
  return counts;
}

inline int vc_dimension(const std::vector<std::string>& matrix) {
  return static_cast<int>(shattered_counts(matrix).rbegin()->first);
}

// The function of n positions over an alphabet whose values, in the order of words, are the bits of `table`.
inline WordFunction function_of_table(std::size_t n, std::size_t alphabet, std::vector<bool> table) {
  WordFunction f;
  f.name = "table";
  f.positions = n;
  for (std::size_t a = 0; a < alphabet; ++a) f.letters.push_back(static_cast<long>(a));
  f.value = [n, alphabet, table](const LetterIndex* w) {
    std::size_t rank = 0;
    for (std::size_t i = 0; i < n; ++i) rank = rank * alphabet + w[i];
    return static_cast<bool>(table[rank]);
  };
  return f;
}

inline WordFunction function_of_bits(std::size_t n, std::uint64_t bits) {
  std::vector<bool> table;
  for (std::size_t rank = 0; rank < std::size_t{1} << n; ++rank) table.push_back((bits >> rank & 1) != 0);
  return function_of_table(n, 2, table);
}

}  // namespace attest::test
