// A function whose table is too large, but which does not change when positions are permuted: its value is
// kept for every multiset of n letters, C(|Sigma|+n-1, n) of them.
//
// That f is symmetric is not assumed: every word of Sigma^n is evaluated by the definition and compared with
// the value of its sorted word. Then the partitions with |A| = a are all alike, and permuting a word on A
// gives the same row, so that the rows are the multisets of a letters.
#pragma once

#include <optional>

#include "lowerbounds/shattering/find_shattered.hpp"
#include "lowerbounds/shattering/partitioned_function.hpp"
#include "ranks/shared_work.hpp"

namespace attest {

class MultisetFunction : public PartitionedFunction {
 public:
  // Evaluates every word; `shared` among ranks, which all have the same function.
  MultisetFunction(const WordFunction& function, const Stop& stop, const ranks::SharedWork* shared = nullptr);

  // A word whose value is not that of the same letters in ascending order: f is not symmetric.
  const std::optional<WordOfLetters>& asymmetric_word() const { return asymmetric_; }
  std::size_t multisets() const { return value_.size(); }
  bool complete() const { return complete_; }  // false: stopped while evaluating

  std::size_t positions() const override { return n_; }
  std::vector<PartitionClass> classes() const override;
  Shape shape(PositionSet rows) const override;
  BitMatrix matrix(PositionSet rows) const override;
  SplitMatrix split(PositionSet rows) const override;
  // Exchanges of two letters, or of two and of two others, in all words: those that is_row_symmetry confirms.
  std::vector<RowSymmetry> row_symmetries(PositionSet rows, const Stop& stop) const override;

 private:
  struct Distinct {
    std::vector<WordOfLetters> row_words, column_words;  // all sorted ones
    DistinctRows by_row, by_column;                      // columns of the distinct rows
  };
  Distinct distinct(PositionSet rows) const;
  std::size_t rank(const WordOfLetters& sorted) const;
  std::vector<WordOfLetters> sorted_words(std::size_t length) const;
  BitMatrix full_matrix(const std::vector<WordOfLetters>& rows,
                        const std::vector<WordOfLetters>& columns) const;
  void evaluate_sorted(const WordFunction& function);
  void compare_all(const WordFunction& function, const Stop& stop, const ranks::SharedWork* shared);
  std::optional<WordOfLetters> asymmetric_among(const WordFunction& function, std::size_t prefix_length,
                                                std::uint64_t prefix) const;
  // Of what another rank says: throws where it is no such word.
  std::optional<WordOfLetters> checked_word(const WordFunction& function, const Json& said) const;

  std::size_t n_;
  std::size_t alphabet_;
  std::vector<std::vector<std::size_t>> binomial_;
  std::vector<std::uint8_t> value_;  // by rank of the sorted word
  std::optional<WordOfLetters> asymmetric_;
  bool complete_ = true;
};

inline constexpr std::size_t most_multisets = std::size_t{1} << 22;
inline constexpr std::size_t most_words_compared = std::size_t{1} << 37;

}  // namespace attest
