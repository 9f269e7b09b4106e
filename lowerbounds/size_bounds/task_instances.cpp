#include "lowerbounds/size_bounds/task_instances.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest {

namespace {

// Lemma 3.5: g(1) = i, h(j) = 1 or 2 (x = 1 and the rest of g are fixed).
long composed_symbol(bool bit) {
  return bit ? 1 : 2;
}

// Match3: a word of row and column has l letters, and m = 2l. Lemma 3.7 has l/2 rows of l/2 letters, two letters a row l - 1.
// Tokens: p_1 = 1, row, column, and a further 1 where n is even (l is the even one of n - 1, n - 2).
long letters(const InstanceSize& size) {
  return size.set == RowSet::lemma ? 2 * size.rows : size.rows + 1;
}
long modulus(const InstanceSize& size) {
  return 2 * letters(size);
}

// Lemma 3.7 (0-based row i): 2(i + 1) at place i and 1 elsewhere. Two letters (lowerbounds/strassen/sum2_shattered.theorem): a
// letter of the pair {i + 1, 2l - 2 - i} and one of the next pair; the first row and the last lack one.
std::vector<long> row_letters(const InstanceSize& size, long row) {
  const long l = letters(size);
  if (size.set == RowSet::sharpened) return {row == 0 ? 1 : 2 * l - 2 - row, row == l - 2 ? 1 : row + 2};
  std::vector<long> result(static_cast<std::size_t>(size.rows), 1);
  result[static_cast<std::size_t>(row)] = 2 * (row + 1);
  return result;
}

// Three-valued: whether the first `count` bits are all 1.
std::optional<bool> all_set(const KnownBits& column, std::size_t count) {
  std::optional<bool> result = true;
  for (std::size_t i = 0; i < count; ++i) {
    if (column[i] == false) return false;
    if (!column[i]) result = std::nullopt;
  }
  return result;
}

// The letters that may stand at each place of the column's word. Lemma 3.7: m - 1 - 2(j + 1) at place j (0-based) where bit j is
// set and 1 elsewhere. Two letters, at place j = 1..l - 2: the pair's second letter as long as no bit before j is 0, then its
// first where bit j is set; the column of ones holds the pair {2, 2l - 3}.
std::vector<std::vector<long>> column_letters(const InstanceSize& size, const KnownBits& column) {
  std::vector<std::vector<long>> result;
  if (size.set == RowSet::lemma) {
    for (long j = 0; j < size.rows; ++j) {
      result.emplace_back();
      const std::optional<bool> bit = column[static_cast<std::size_t>(j)];
      if (bit != false) result.back().push_back(modulus(size) - 1 - 2 * (j + 1));
      if (bit != true) result.back().push_back(1);
    }
    return result;
  }
  const long l = letters(size);
  const std::optional<bool> ones = all_set(column, column.size());
  std::optional<bool> before = column[0];  // of place 1: whether bit 0 is 1
  for (long j = 1; j <= l - 2; ++j) {
    const std::optional<bool> bit = column[static_cast<std::size_t>(j)];
    result.emplace_back();
    if (ones != false) result.back().push_back(j == 1 ? 2 : j == 2 ? 2 * l - 3 : 1);
    if (ones != true) {
      if (before != false) result.back().push_back(2 * l - 2 - j);
      if (before != true && bit != false) result.back().push_back(j + 1);
      if (before != true && bit != true) result.back().push_back(1);
    }
    before = before == false || bit == false ? std::optional(false) : before && bit ? before : std::nullopt;
  }
  return result;
}

std::vector<long> match3_word(const InstanceSize& size, long row, const std::vector<bool>& column) {
  std::vector<long> word{1};
  for (const long letter : row_letters(size, row)) word.push_back(letter);
  for (const auto& place : column_letters(size, KnownBits(column.begin(), column.end())))
    word.push_back(place.front());
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
std::optional<bool> match3_box(const InstanceSize& size, long row, const KnownBits& column) {
  const long m = modulus(size);
  std::vector<char> possible(static_cast<std::size_t>(m), 0);  // 2 is certain
  const auto mark = [&](long symbol, char value) {
    char& entry = possible[static_cast<std::size_t>(((symbol % m) + m) % m)];
    if (value > entry) entry = value;
  };
  mark(1, 2);
  for (const long letter : row_letters(size, row)) mark(letter, 2);
  for (const auto& place : column_letters(size, column)) {
    for (const long letter : place) mark(letter, place.size() == 1 ? 2 : 1);
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
std::optional<bool> edges_box(const KnownBits& column, Fits&& fits) {
  bool can_be_one = false;
  for (std::size_t j = 0; j < column.size(); ++j) {
    if (!fits(static_cast<long>(j))) continue;
    if (column[j] == true) return true;
    if (!column[j]) can_be_one = true;
  }
  if (can_be_one) return std::nullopt;
  return false;
}

}  // namespace

std::optional<std::string> symbol_outside(const InstanceSize& size, long row, const KnownBits& column) {
  if (size.task == SplitTask::function_composition) {
    for (std::size_t j = 0; j < column.size(); ++j) {
      for (const bool bit : {true, false}) {
        const long symbol = composed_symbol(bit);
        if (column[j] != !bit && symbol > size.n)
          return fmt::format("h({}) = {} is not in [{}]", j + 1, symbol, size.n);
      }
    }
  }
  if (size.task == SplitTask::match3) {
    const long m = modulus(size);
    long t = 1;  // the token's number; p_1 = 1
    const auto outside = [&](long letter) -> std::optional<std::string> {
      if (letter >= 1 && letter <= m - 1 && letter != m - 2) return std::nullopt;
      return fmt::format("p_{} = {} is not in [{}] without {}", t, letter, m - 1, m - 2);
    };
    for (const long letter : row_letters(size, row)) {
      ++t;
      if (auto message = outside(letter)) return message;
    }
    for (const auto& place : column_letters(size, column)) {
      ++t;
      for (const long letter : place) {
        if (auto message = outside(letter)) return message;
      }
    }
    if (++t <= size.n) return outside(1);
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
  const long l = letters(size);
  const long m = modulus(size);
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

std::vector<KnownBits> boxes_of(const InstanceSize& size, long row) {
  std::vector<KnownBits> boxes;
  const auto own = static_cast<std::size_t>(row);
  const auto rows = static_cast<std::size_t>(size.rows);
  if (size.set == RowSet::lemma || size.task != SplitTask::match3) {
    for (const bool bit : {false, true}) boxes.emplace_back(rows)[own] = bit;
    return boxes;
  }
  for (std::size_t zero = 0; zero < rows; ++zero) {
    for (const bool bit : {false, true}) {
      if (own <= zero && bit != (own < zero)) continue;
      KnownBits& box = boxes.emplace_back(rows);
      std::fill_n(box.begin(), zero, true);
      box[zero] = false;
      box[own] = bit;
    }
  }
  boxes.emplace_back(rows, true);
  return boxes;
}

std::optional<bool> answer_of_box(const InstanceSize& size, long row, const KnownBits& column) {
  switch (size.task) {
    case SplitTask::function_composition: {
      // h(g(1)) reads h at g(1) = row + 1 alone.
      const std::optional<bool> bit = column[static_cast<std::size_t>(row)];
      if (!bit) return std::nullopt;
      return composed_symbol(*bit) == 1;
    }
    case SplitTask::match3:
      return match3_box(size, row, column);
    case SplitTask::relation_composition:
      // A_1v and B_v1 share the node v = 1 + row.
      return edges_box(column, [&](long j) { return 1 + j == 1 + row; });
    case SplitTask::quotient_composition:
      // Nodes 2 + row and 2 + s + j have the colours row + 3 and j + 3, and are different nodes.
      return edges_box(column, [&](long j) { return row + 3 == j + 3; });
  }
  return std::nullopt;
}

}  // namespace attest
