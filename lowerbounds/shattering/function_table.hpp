// A Boolean function as a table, with letters that it cannot tell apart merged.
//
// Two letters at a position are equal for f if exchanging them there never changes f. One of them then
// stands for all (the least), and a count says for how many: no row or column is lost by it, since words
// that differ in such letters give equal rows and columns of every matrix M_f^A. Indexing, which asks only
// whether q_p = 1, becomes a function of n * 2^n words instead of n^(n+1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lowerbounds/shattering/find_shattered.hpp"
#include "lowerbounds/shattering/word_function.hpp"

namespace attest {

class FunctionTable {
 public:
  // Evaluates every word. The caller has made sure that Sigma^n is small (at most most_table_entries). If
  // `stop` says so, the table is left incomplete and complete() is false.
  FunctionTable(const WordFunction& function, const Stop& stop);

  bool complete() const { return complete_; }
  std::size_t positions() const { return letters_.size(); }
  std::size_t size() const { return size_; }  // the product of the numbers of letters

  // The merged letters at a position (0-based): letter k stands for count[k] letters of Sigma, of which the
  // least is letters[k].
  struct Letters {
    std::vector<LetterIndex> letters;
    std::vector<std::uint32_t> count;
  };
  const Letters& letters(std::size_t position) const { return letters_[position]; }
  // Rank of a word = sum of its merged letter at each position times this.
  std::size_t stride(std::size_t position) const { return stride_[position]; }

  bool value(std::size_t rank) const { return (bits_[rank / 64] >> (rank % 64) & 1) != 0; }

 private:
  void merge_letters(std::size_t position);
  bool same_letters(std::size_t position, std::size_t a, std::size_t b) const;
  void set_strides();

  bool complete_ = true;
  std::size_t size_ = 1;
  std::vector<Letters> letters_;
  std::vector<std::size_t> stride_;
  std::vector<std::uint64_t> bits_;
};

inline constexpr std::size_t most_table_entries = std::size_t{1} << 28;

}  // namespace attest
