#include "lowerbounds/shattering/multiset_function.hpp"

#include "lowerbounds/shattering/wide.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

namespace attest {

namespace {

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

MultisetFunction::MultisetFunction(const WordFunction& function, const Stop& stop)
    : n_(function.positions), alphabet_(function.letters.size()) {
  // binomial_[k][a] = C(a + k - 1, k): how many sorted words of k letters use only letters below a.
  binomial_.assign(n_ + 1, std::vector<std::size_t>(alphabet_ + 1, 0));
  for (std::size_t a = 0; a <= alphabet_; ++a) binomial_[0][a] = 1;
  for (std::size_t k = 1; k <= n_; ++k) {
    for (std::size_t a = 1; a <= alphabet_; ++a) binomial_[k][a] = binomial_[k][a - 1] + binomial_[k - 1][a];
  }
  evaluate_sorted(function);
  compare_all(function, stop);
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

void MultisetFunction::compare_all(const WordFunction& function, const Stop& stop) {
  // One task for each choice of the first letters; all but the last letter are sorted once, and the last
  // letter x goes in behind the letters up to x, moving those beyond it one place on.
  const std::size_t prefix_length = n_ > 4 ? n_ - 4 : 0;
  std::size_t tasks = 1;
  for (std::size_t i = 0; i < prefix_length; ++i) tasks *= alphabet_;
  std::atomic<bool> stopped{false};
  std::atomic<bool> differs{false};
  std::mutex lock;
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    if (differs || stopped || stop()) {
      if (!differs) stopped = true;
      return;
    }
    WordOfLetters word(n_, 0);
    for (std::size_t i = prefix_length, rest = task; i-- > 0; rest /= alphabet_) {
      word[i] = static_cast<LetterIndex>(rest % alphabet_);
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
        if ((value_[rank_with[x]] != 0) == function.value(word.data())) continue;
        const std::lock_guard<std::mutex> guard(lock);
        if (!differs || word < *asymmetric_) asymmetric_ = word;
        differs = true;
        return;
      }
      // The next choice of the letters between prefix and last.
      std::size_t i = n_ - 1;
      while (i > prefix_length && ++word[i - 1] == alphabet_) word[--i] = 0;
      if (i == prefix_length) break;
    } while (true);
  });
  complete_ = !stopped;
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

SplitMatrix MultisetFunction::split(PositionSet rows) const {
  const auto row_words = sorted_words(size_of(rows));
  const auto column_words = sorted_words(n_ - size_of(rows));
  const DistinctRows by_row = distinct_rows(full_matrix(row_words, column_words));
  const DistinctRows by_column = distinct_rows(by_row.matrix.transposed());
  SplitMatrix result;
  result.matrix = by_column.matrix.transposed();
  result.row_count.assign(result.matrix.rows, 0);
  for (std::size_t r = 0; r < row_words.size(); ++r) {
    result.row_count[by_row.class_of[r]] += arrangements(row_words[r]);
  }
  for (const auto first : by_row.first) result.row_words.push_back(row_words[first]);
  for (const auto first : by_column.first) result.column_words.push_back(column_words[first]);
  return result;
}

}  // namespace attest
