#include "lowerbounds/size_bounds/task_instances.hpp"

#include <fmt/format.h>

namespace attest {

namespace {

// Lemma 3.5: g(1) = i, h(j) = 1 or 2 (x = 1 and the rest of g are fixed).
long composed_symbol(bool bit) {
  return bit ? 1 : 2;
}

// Lemma 3.7 (0-based row i): m = 2l = 4 rows; the row's word has 2(i + 1) at place i and 1 elsewhere; the
// column's has m - 1 - 2(j + 1) at place j where bit j is set and 1 elsewhere. Tokens: p_1 = 1, row, column,
// and a further 1 where n is even (the lemma needs an even l = n - 1).
long modulus(const InstanceSize& size) {
  return 4 * size.rows;
}
long row_symbol(long i) {
  return 2 * (i + 1);
}
long column_symbol(const InstanceSize& size, long j, bool bit) {
  return bit ? modulus(size) - 1 - 2 * (j + 1) : 1;
}
std::vector<long> match3_word(const InstanceSize& size, long row, const std::vector<bool>& column) {
  std::vector<long> word{1};
  for (long i = 0; i < size.rows; ++i) word.push_back(i == row ? row_symbol(i) : 1);
  for (long j = 0; j < size.rows; ++j)
    word.push_back(column_symbol(size, j, column[static_cast<std::size_t>(j)]));
  while (static_cast<long>(word.size()) < size.n) word.push_back(1);
  return word;
}

bool match3_answer(const InstanceSize& size, long row, const std::vector<bool>& column) {
  const auto p = match3_word(size, row, column);
  for (const long a : p) {
    for (const long b : p) {
      if ((p.front() + a + b) % modulus(size) == 0) return true;
    }
  }
  return false;
}

long nodes(const InstanceSize& size) {
  long k = 0;
  while ((k + 1) * (k + 1) <= size.n) ++k;
  return k;
}

using Relation = std::vector<std::vector<bool>>;

Relation empty_relation(long k) {
  return Relation(static_cast<std::size_t>(k), std::vector<bool>(static_cast<std::size_t>(k), false));
}

// Theorem 3.8: a in A_12..A_1k, b in B_21..B_k1 (0-based: A[0][1 + i], B[1 + j][0]).
bool relation_answer(const InstanceSize& size, long row, const std::vector<bool>& column) {
  const long k = nodes(size);
  Relation A = empty_relation(k);
  Relation B = empty_relation(k);
  A[0][static_cast<std::size_t>(1 + row)] = true;
  for (std::size_t j = 0; j < column.size(); ++j) B[1 + j][0] = column[j];
  for (std::size_t v = 0; v < static_cast<std::size_t>(k); ++v) {
    if (A[0][v] && B[v][0]) return true;
  }
  return false;
}

// Theorem 5.1, lines 421-428: p in A_(1,2+j), q in B_(2+s+j,2); col(1) = col(2) = 1, col(2+j) = col(2+s+j) =
// 2 + j. An odd number of nodes leaves one over: no edges and, as its colour, its own number.
bool quotient_answer(const InstanceSize& size, long row, const std::vector<bool>& column) {
  const long k = nodes(size);
  const long s = size.rows;
  Relation A = empty_relation(k);
  Relation B = empty_relation(k);
  std::vector<long> colour(static_cast<std::size_t>(k));
  for (long v = 0; v < k; ++v) {
    colour[static_cast<std::size_t>(v)] = v < 2 ? 1 : v < 2 + s ? v + 1 : v < 2 + 2 * s ? v + 1 - s : v + 1;
  }
  A[0][static_cast<std::size_t>(2 + row)] = true;
  for (std::size_t j = 0; j < column.size(); ++j) B[static_cast<std::size_t>(2 + s) + j][1] = column[j];
  for (std::size_t k1 = 0; k1 < static_cast<std::size_t>(k); ++k1) {
    for (std::size_t k2 = 0; k2 < static_cast<std::size_t>(k); ++k2) {
      if (A[0][k1] && B[k2][1] && colour[k1] == colour[k2] && k1 != k2) return true;
    }
  }
  return false;
}

// Every symbol that the token can hold is possible, those it must hold are certain. The answer is certainly 1
// if two certain symbols a, b have 1 + a + b = 0 (mod m), certainly 0 if no two possible ones have (allowing
// also pairs that no single completion has, which can only make the answer less certain).
std::optional<bool> match3_box(const InstanceSize& size, long row, bool bit) {
  const long m = modulus(size);
  std::vector<char> possible(static_cast<std::size_t>(m), 0);  // 2 is certain
  const auto mark = [&](long symbol, char value) {
    char& entry = possible[static_cast<std::size_t>(((symbol % m) + m) % m)];
    if (value > entry) entry = value;
  };
  mark(1, 2);
  mark(row_symbol(row), 2);
  for (long j = 0; j < size.rows; ++j) {
    if (j == row) {
      mark(column_symbol(size, j, bit), 2);
    } else {
      mark(column_symbol(size, j, false), 1);
      mark(column_symbol(size, j, true), 1);
    }
  }
  bool can_be_one = false;
  for (long a = 0; a < m; ++a) {
    const char first = possible[static_cast<std::size_t>(a)];
    const char second = possible[static_cast<std::size_t>(((-1 - a) % m + m) % m)];
    if (first == 2 && second == 2) return true;
    if (first != 0 && second != 0) can_be_one = true;
  }
  if (can_be_one) return std::nullopt;
  return false;
}

// An OR over pairs of an A-edge and a B-edge that fit: the only A-edge leaves from the row's node, so the
// B-edges that fit it decide. fits(j) says whether B-edge j does.
template <class Fits>
std::optional<bool> edges_box(const InstanceSize& size, long row, bool bit, Fits&& fits) {
  bool can_be_one = false;
  for (long j = 0; j < size.rows; ++j) {
    if (!fits(j)) continue;
    if (j == row) {
      if (bit) return true;
    } else {
      can_be_one = true;
    }
  }
  if (can_be_one) return std::nullopt;
  return false;
}

}  // namespace

std::optional<std::string> symbol_outside(const InstanceSize& size, long row,
                                          const std::vector<bool>& column) {
  if (size.task == SplitTask::function_composition) {
    for (std::size_t j = 0; j < column.size(); ++j) {
      const long symbol = composed_symbol(column[j]);
      if (symbol > size.n) return fmt::format("h({}) = {} is not in [{}]", j + 1, symbol, size.n);
    }
  }
  if (size.task == SplitTask::match3) {
    const long m = modulus(size);
    const auto word = match3_word(size, row, column);
    for (std::size_t t = 1; t < word.size(); ++t) {
      if (word[t] < 1 || word[t] > m - 1 || word[t] == m - 2) {
        return fmt::format("p_{} = {} is not in [{}] without {}", t + 1, word[t], m - 1, m - 2);
      }
    }
  }
  return std::nullopt;
}

bool answer(const InstanceSize& size, long row, const std::vector<bool>& column) {
  switch (size.task) {
    case SplitTask::function_composition: {
      std::vector<long> g(static_cast<std::size_t>(size.n), 1);
      std::vector<long> h;
      g[0] = row + 1;
      for (const bool bit : column) h.push_back(composed_symbol(bit));
      const long x = 1;
      return h.at(static_cast<std::size_t>(g[x - 1] - 1)) == 1;
    }
    case SplitTask::match3:
      return match3_answer(size, row, column);
    case SplitTask::relation_composition:
      return relation_answer(size, row, column);
    case SplitTask::quotient_composition:
      return quotient_answer(size, row, column);
  }
  return false;
}

std::optional<long> inputs_of_constant_function(const InstanceSize& size) {
  std::vector<long> alphabet;
  std::size_t length = 0;
  const long l = 2 * size.rows;
  const long m = 2 * l;
  if (size.task == SplitTask::function_composition) {  // (p_1, q_1, ..., q_n) in [n]^(n+1)
    for (long symbol = 1; symbol <= size.n; ++symbol) alphabet.push_back(symbol);
    length = static_cast<std::size_t>(size.n) + 1;
  } else if (size.task == SplitTask::match3) {  // [m-1] without m-2, l places
    for (long symbol = 1; symbol < m; ++symbol) {
      if (symbol != m - 2) alphabet.push_back(symbol);
    }
    length = static_cast<std::size_t>(l);
  }
  long inputs = 1;
  for (std::size_t place = 0; place < length; ++place) {
    inputs *= static_cast<long>(alphabet.size());
    if (inputs > 1000) return std::nullopt;
  }
  if (length == 0 || alphabet.empty()) return std::nullopt;
  const auto value = [&](const std::vector<long>& w) {
    if (size.task == SplitTask::function_composition) return w[static_cast<std::size_t>(w[0])] == 1;
    for (const long a : w) {
      for (const long b : w) {
        if ((a + b + 1) % m == 0) return true;
      }
    }
    return false;
  };
  std::optional<bool> seen;
  for (long rank = 0; rank < inputs; ++rank) {
    std::vector<long> word;
    long rest = rank;
    for (std::size_t place = 0; place < length; ++place) {
      word.push_back(alphabet[static_cast<std::size_t>(rest % static_cast<long>(alphabet.size()))]);
      rest /= static_cast<long>(alphabet.size());
    }
    if (seen && *seen != value(word)) return std::nullopt;
    seen = value(word);
  }
  return inputs;
}

std::optional<bool> answer_of_box(const InstanceSize& size, long row, bool bit) {
  switch (size.task) {
    case SplitTask::function_composition:
      return composed_symbol(bit) == 1;  // h(g(1)) reads h at g(1) = row + 1 alone
    case SplitTask::match3:
      return match3_box(size, row, bit);
    case SplitTask::relation_composition:
      // A_1v and B_v1 share the node v = 1 + row.
      return edges_box(size, row, bit, [&](long j) { return 1 + j == 1 + row; });
    case SplitTask::quotient_composition:
      // Nodes 2 + row and 2 + s + j have the colours row + 3 and j + 3, and are different nodes.
      return edges_box(size, row, bit, [&](long j) { return row + 3 == j + 3; });
  }
  return std::nullopt;
}

}  // namespace attest
