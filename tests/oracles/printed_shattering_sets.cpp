#include "oracles/printed_shattering_sets.hpp"

#include <fmt/format.h>

#include <numeric>

namespace attest::oracles {

namespace {

std::vector<int> letters(int first, int last) {
  std::vector<int> alphabet(last < first ? 0 : last - first + 1);
  std::iota(alphabet.begin(), alphabet.end(), first);
  return alphabet;
}

}  // namespace

MixedWordFunction indexing_function(int n) {
  MixedWordFunction f;
  f.name = fmt::format("Ind_{}", n);
  f.alphabets.assign(n + 1, letters(1, n));
  f.value = [](const MixedWord& w) { return w[w[0]] == 1; };  // w = p_1 q_1 ... q_n, so q_{p_1} is w[p_1]
  return f;
}

// j = k is allowed, as in the definition.
MixedWordFunction sum2_function(int length, int modulus) {
  std::vector<int> alphabet = letters(1, modulus - 1);
  std::erase(alphabet, modulus - 2);
  MixedWordFunction f;
  f.name = fmt::format("Sum2[{},{}]", length, modulus);
  f.alphabets.assign(length, alphabet);
  f.value = [modulus](const MixedWord& w) {
    for (const int a : w) {
      for (const int b : w) {
        if ((a + b + 1) % modulus == 0) return true;
      }
    }
    return false;
  };
  return f;
}

MixedWordFunction disjointness_function(int m) {
  MixedWordFunction f;
  f.name = fmt::format("Disj_{}", m);
  f.alphabets.assign(2 * m, {0, 1});
  f.value = [m](const MixedWord& w) {
    for (int i = 0; i < m; ++i) {
      if (w[i] == 1 && w[m + i] == 1) return true;
    }
    return false;
  };
  return f;
}

ShatteringSet indexing_shattering_set(int n) {
  ShatteringSet set;
  set.row_positions = {1};
  for (int i = 1; i <= n; ++i) set.rows.push_back({i});
  set.column = [n](const Pattern& c) {
    MixedWord q(n, 1);
    for (std::size_t i = 0; i < c.size(); ++i) q[i] = c[i] ? 1 : 2;
    return q;
  };
  return set;
}

ShatteringSet sum2_shattering_set(int l) {
  ShatteringSet set;
  for (int i = 1; i <= l / 2; ++i) {
    set.row_positions.push_back(i);
    MixedWord row(l / 2, 1);
    row[i - 1] = 2 * i;
    set.rows.push_back(row);
  }
  set.column = [l](const Pattern& c) {
    MixedWord q(l / 2, 1);
    for (std::size_t i = 1; i <= c.size(); ++i) q[i - 1] = c[i - 1] ? 2 * l - 2 * static_cast<int>(i) - 1 : 1;
    return q;
  };
  return set;
}

ShatteringSet disjointness_shattering_set(int m) {
  ShatteringSet set;
  for (int i = 1; i <= m; ++i) set.row_positions.push_back(i);
  for (int i = 0; i < m; ++i) {
    MixedWord a(m, 0);
    a[i] = 1;
    set.rows.push_back(a);
  }
  set.column = [](const Pattern& c) { return MixedWord(c.begin(), c.end()); };
  return set;
}

ShatteringSet sum2_one_letter_set(int l) {
  ShatteringSet set;
  set.row_positions = {1};
  for (int x = 2; x <= l - 1 && x <= 13; ++x) set.rows.push_back({x});
  set.column = [l](const Pattern& c) {
    MixedWord q(l - 1, 1);
    for (std::size_t i = 0; i < c.size(); ++i) {
      if (c[i]) q[i] = 2 * l - 3 - static_cast<int>(i);  // the partner of x = i + 2
    }
    return q;
  };
  return set;
}

}  // namespace attest::oracles
