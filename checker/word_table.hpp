// A function's values at all words, and what its partitions have in common. Letters that f does not tell apart at a position are one
// letter here (word by word: f stays the same if one takes the other's place). With one for all, M_f^A loses rows and columns that it
// has elsewhere, which no shattered set needs.
#pragma once

#include <cstdint>

#include "checker/function.hpp"

namespace attest_check {

// A set of positions: bit i for position i, both from 0.
using Positions = std::uint32_t;

// Position i goes to position[i], its letters (from 0, in the order of the first of those that are one) to letter[i][.]; the value
// is kept at every word, or with `complements` exchanged at every word.
struct Symmetry {
  std::vector<std::size_t> position;
  std::vector<std::vector<std::size_t>> letter;
  bool complements = false;
};

// The rows of M_f^A that a shattered set needs, over its different columns.
//
// Each row is written so that it has 0 in the first column; what was or becomes equal is there once, what is constant is not there. A
// shattered set has none of the constant ones, and of rows that are equal or complement each other only one, whose place each of
// them can take: if k rows of M_f^A are shattered, so are k of these.
struct Rows {
  using Word = std::uint64_t;
  std::size_t columns = 0;
  std::vector<std::vector<Word>> bits;  // [row], bit c % 64 of word c / 64 for column c
};

class WordTable {
 public:
  // Evaluates f at every word. Undecided where there are more than 2^24, or more than 24 positions.
  explicit WordTable(Function& f);

  std::size_t positions() const { return letters_.size(); }
  std::size_t letters(std::size_t position) const { return letters_[position]; }  // told apart
  std::size_t evaluated() const { return evaluated_; }                            // words, with all letters
  // Whether it is a symmetry of f: looks at every word.
  bool is_symmetry(const Symmetry& g) const;
  // Nothing where there are fewer than k rows or fewer than 2^k columns, so that no k rows are shattered.
  std::optional<Rows> rows(Positions at, std::size_t k) const;

 private:
  // What the words at these positions contribute to the rank.
  std::vector<std::size_t> contributions(Positions at) const;

  std::vector<bool> values_;  // by rank, the first position's letter most significant
  std::vector<std::size_t> letters_, stride_;
  std::size_t evaluated_ = 0;
};

// Of each class of sets that the symmetries' permutations of positions carry into each other the least, ascending.
//
// If g is a symmetry that moves positions by pi, M_f^A and M_f^pi(A) are one matrix up to the order of rows and of columns and
// complementation: as many rows are shattered in both.
std::vector<Positions> least_of_classes(std::size_t positions, const std::vector<Symmetry>& symmetries);
// Those, or the only one that the first line speaks of.
std::vector<Positions> sets_to_exclude(const Function& f, const std::vector<Symmetry>& symmetries);
// Ascending, from 0.
std::vector<std::size_t> listed(Positions set);

}  // namespace attest_check
