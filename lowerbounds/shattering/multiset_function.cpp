#include "lowerbounds/shattering/multiset_function.hpp"

#include "claims/user_json.hpp"
#include "lowerbounds/shattering/wide.hpp"
#include "ranks/shared_loop.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace attest {

namespace {

constexpr std::size_t most_letters_exchanged = 24;

std::size_t size_of(PositionSet set) {
  return static_cast<std::size_t>(std::popcount(set));
}

// a! / (product of the factorials of how often each letter occurs); a <= 33 and fits, being at most
// |Sigma|^a.
std::uint64_t arrangements(const WordOfLetters& sorted) {
  std::uint64_t result = 1;
  std::uint64_t run = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    run = k > 0 && sorted[k] == sorted[k - 1] ? run + 1 : 1;
    result = static_cast<std::uint64_t>(static_cast<Wide>(result) * (k + 1) / run);
  }
  return result;
}

}  // namespace

MultisetFunction::MultisetFunction(const WordFunction& function, const Stop& stop,
                                   const ranks::SharedWork* shared)
    : n_(function.positions), alphabet_(function.letters.size()) {
  // binomial_[k][a] = C(a + k - 1, k): how many sorted words of k letters use only letters below a.
  binomial_.assign(n_ + 1, std::vector<std::size_t>(alphabet_ + 1, 0));
  for (std::size_t a = 0; a <= alphabet_; ++a) binomial_[0][a] = 1;
  for (std::size_t k = 1; k <= n_; ++k) {
    for (std::size_t a = 1; a <= alphabet_; ++a) binomial_[k][a] = binomial_[k][a - 1] + binomial_[k - 1][a];
  }
  evaluate_sorted(function);
  compare_all(function, stop, shared);
}

// The sorted words w_1 <= ... <= w_k are numbered by sum_i C(w_i + i - 1, i): those with a smaller last
// letter come first.
std::size_t MultisetFunction::rank(const WordOfLetters& sorted) const {
  std::size_t result = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) result += binomial_[i + 1][sorted[i]];
  return result;
}

std::vector<WordOfLetters> MultisetFunction::sorted_words(std::size_t length) const {
  std::vector<WordOfLetters> result;
  WordOfLetters word(length, 0);
  while (true) {
    result.push_back(word);
    std::size_t i = length;
    while (i > 0 && word[i - 1] + std::size_t{1} == alphabet_) --i;
    if (i == 0) return result;
    const auto next = static_cast<LetterIndex>(word[i - 1] + 1);
    for (std::size_t k = i - 1; k < length; ++k) word[k] = next;
  }
}

void MultisetFunction::evaluate_sorted(const WordFunction& function) {
  value_.assign(binomial_[n_][alphabet_], 0);
  for (const auto& word : sorted_words(n_)) value_[rank(word)] = function.value(word.data()) ? 1 : 0;
}

// Among the words that begin with the prefix of that number: all but the last letter are sorted once, and the last letter x goes in
// behind the letters up to x, moving those beyond it one place on.
std::optional<WordOfLetters> MultisetFunction::asymmetric_among(const WordFunction& function,
                                                                std::size_t prefix_length,
                                                                std::uint64_t prefix) const {
  WordOfLetters word(n_, 0);
  for (std::size_t i = prefix_length; i-- > 0; prefix /= alphabet_) {
    word[i] = static_cast<LetterIndex>(prefix % alphabet_);
  }
  std::vector<std::size_t> rank_with(alphabet_);
  do {
    WordOfLetters sorted(word.begin(), word.end() - 1);
    std::sort(sorted.begin(), sorted.end());
    std::size_t total = 0;  // the letters beyond x, one place on; then those up to x in their place
    for (std::size_t i = 0; i < sorted.size(); ++i) total += binomial_[i + 2][sorted[i]];
    std::size_t behind = 0;
    for (std::size_t x = 0; x < alphabet_; ++x) {
      while (behind < sorted.size() && sorted[behind] <= x) {
        total += binomial_[behind + 1][sorted[behind]] - binomial_[behind + 2][sorted[behind]];
        ++behind;
      }
      rank_with[x] = total + binomial_[behind + 1][x];
    }
    for (std::size_t x = 0; x < alphabet_; ++x) {
      word[n_ - 1] = static_cast<LetterIndex>(x);
      if ((value_[rank_with[x]] != 0) != function.value(word.data())) return word;
    }
    // The next choice of the letters between prefix and last.
    std::size_t i = n_ - 1;
    while (i > prefix_length && ++word[i - 1] == alphabet_) word[--i] = 0;
    if (i == prefix_length) return std::nullopt;
  } while (true);
}

void MultisetFunction::compare_all(const WordFunction& function, const Stop& stop,
                                   const ranks::SharedWork* shared) {
  const std::size_t prefix_length = n_ > 4 ? n_ - 4 : 0;
  std::uint64_t prefixes = 1;
  for (std::size_t i = 0; i < prefix_length; ++i) prefixes *= alphabet_;
  std::atomic<bool> stopped{false};
  std::atomic<bool> differs{false};
  std::mutex lock;
  const auto found = [&](WordOfLetters word) {
    const std::lock_guard<std::mutex> guard(lock);
    if (!differs || word < *asymmetric_) asymmetric_ = std::move(word);
    differs = true;
  };
  ranks::SharedLoop loop;
  loop.all = {0, prefixes};
  loop.at_once = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  loop.compute = [&](IndexRange range) {
    tbb::parallel_for(range.first, range.end, [&](std::uint64_t prefix) {
      if (differs || stopped) return;
      if (stop()) {
        stopped = true;
        return;
      }
      if (auto word = asymmetric_among(function, prefix_length, prefix)) found(*std::move(word));
    });
  };
  loop.say = [&](IndexRange) { return Json{{"asymmetric", asymmetric_ ? Json(*asymmetric_) : Json()}}; };
  loop.take_in = [&](IndexRange, const Json& said) {
    if (auto word = checked_word(function, said)) found(*std::move(word));
  };
  loop.stop = [&] { return stopped || stop(); };
  loop.enough = [&] { return differs.load(); };
  const bool whole = ranks::run_loop(shared, "the words", loop);
  complete_ = differs || whole;
}

std::optional<WordOfLetters> MultisetFunction::checked_word(const WordFunction& function,
                                                            const Json& said) const {
  const Json& of = said.at("asymmetric");
  if (of.is_null()) return std::nullopt;
  if (!of.is_array() || of.size() != n_) throw std::invalid_argument("no word");
  WordOfLetters word;
  for (const Json& letter : of) {
    word.push_back(static_cast<LetterIndex>(
        integer_from_json(letter, "asymmetric", 0, static_cast<long>(alphabet_) - 1, "a letter's number")));
  }
  auto sorted = word;
  std::sort(sorted.begin(), sorted.end());
  if ((value_[rank(sorted)] != 0) == function.value(word.data()))
    throw std::invalid_argument("no word whose value changes when its letters are sorted");
  return word;
}

std::vector<PartitionClass> MultisetFunction::classes() const {
  std::vector<PartitionClass> result;
  std::uint64_t count = 1;
  for (std::size_t a = 0; a <= n_; ++a) {
    PartitionClass c{0, count};
    for (std::size_t i = 0; i < a; ++i) c.rows |= position_bit(n_, i);
    result.push_back(c);
    count = count * (n_ - a) / (a + 1);
  }
  return result;
}

PartitionedFunction::Shape MultisetFunction::shape(PositionSet rows) const {
  return {binomial_[size_of(rows)][alphabet_], binomial_[n_ - size_of(rows)][alphabet_]};
}

BitMatrix MultisetFunction::full_matrix(const std::vector<WordOfLetters>& rows,
                                        const std::vector<WordOfLetters>& columns) const {
  BitMatrix result(rows.size(), columns.size());
  tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t r) {
    WordOfLetters merged(n_);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      std::merge(rows[r].begin(), rows[r].end(), columns[c].begin(), columns[c].end(), merged.begin());
      if (value_[rank(merged)] != 0) result.set(r, c);
    }
  });
  return result;
}

BitMatrix MultisetFunction::matrix(PositionSet rows) const {
  return split(rows).matrix;
}

MultisetFunction::Distinct MultisetFunction::distinct(PositionSet rows) const {
  Distinct result;
  result.row_words = sorted_words(size_of(rows));
  result.column_words = sorted_words(n_ - size_of(rows));
  result.by_row = distinct_rows(full_matrix(result.row_words, result.column_words));
  result.by_column = distinct_rows(result.by_row.matrix.transposed());
  return result;
}

SplitMatrix MultisetFunction::split(PositionSet rows) const {
  const Distinct of = distinct(rows);
  SplitMatrix result;
  result.matrix = of.by_column.matrix.transposed();
  result.row_count.assign(result.matrix.rows, 0);
  for (std::size_t r = 0; r < of.row_words.size(); ++r) {
    result.row_count[of.by_row.class_of[r]] += arrangements(of.row_words[r]);
  }
  for (const auto first : of.by_row.first) result.row_words.push_back(of.row_words[first]);
  for (const auto first : of.by_column.first) result.column_words.push_back(of.column_words[first]);
  return result;
}

std::vector<RowSymmetry> MultisetFunction::row_symmetries(PositionSet rows, const Stop& stop) const {
  if (alphabet_ > most_letters_exchanged) return {};
  const Distinct of = distinct(rows);
  const BitMatrix matrix = of.by_column.matrix.transposed();
  std::vector<std::uint32_t> class_of(of.row_words.size());  // by rank
  for (std::size_t r = 0; r < of.row_words.size(); ++r)
    class_of[rank(of.row_words[r])] = of.by_row.class_of[r];
  std::vector<std::size_t> ones(matrix.rows, 0);
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    for (std::size_t w = 0; w < matrix.words; ++w)
      ones[r] += static_cast<std::size_t>(std::popcount(matrix.row(r)[w]));
  }
  std::vector<RowSymmetry> result;
  WordOfLetters to(alphabet_);
  const auto try_exchange = [&] {
    if (stop()) return false;
    RowSymmetry moved(matrix.rows);
    for (std::size_t r = 0; r < matrix.rows; ++r) {
      WordOfLetters word = of.row_words[of.by_row.first[r]];
      for (LetterIndex& letter : word) letter = to[letter];
      std::sort(word.begin(), word.end());
      moved[r] = class_of[rank(word)];
      if (ones[moved[r]] != ones[r]) return false;
    }
    if (!is_row_symmetry(matrix, moved)) return false;
    const bool moves_none = std::is_sorted(moved.begin(), moved.end());
    if (!moves_none) result.push_back(std::move(moved));
    return true;
  };
  const auto exchanged = [&](std::size_t a, std::size_t b) { std::swap(to[a], to[b]); };
  for (std::size_t x = 0; x < alphabet_; ++x) to[x] = static_cast<LetterIndex>(x);
  std::vector<std::pair<std::size_t, std::size_t>> left;  // that are none alone
  for (std::size_t a = 0; a < alphabet_; ++a) {
    for (std::size_t b = a + 1; b < alphabet_; ++b) {
      exchanged(a, b);
      if (!try_exchange()) left.emplace_back(a, b);
      exchanged(a, b);
    }
  }
  for (std::size_t k = 0; k < left.size(); ++k) {
    for (std::size_t l = k + 1; l < left.size(); ++l) {
      const auto [a, b] = left[k];
      const auto [c, d] = left[l];
      if (a == c || b == c || b == d) continue;  // a < b, c < d, a <= c
      exchanged(a, b);
      exchanged(c, d);
      try_exchange();
      exchanged(c, d);
      exchanged(a, b);
    }
  }
  return result;
}

}  // namespace attest
