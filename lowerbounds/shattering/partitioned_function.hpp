// A Boolean function as the search wants it: its partitions up to symmetry, and for each the matrix M_f^A
// with equal rows and equal columns merged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lowerbounds/shattering/bit_matrix.hpp"
#include "lowerbounds/shattering/find_shattered.hpp"
#include "lowerbounds/shattering/partition_classes.hpp"
#include "lowerbounds/shattering/row_symmetries.hpp"
#include "lowerbounds/shattering/word_function.hpp"

namespace attest {

using WordOfLetters = std::vector<LetterIndex>;

// M_f^A (seed 000, line 149): entry (w1, w2) is f(w1 + w2 merged), w1 on A, w2 on the other positions.
struct SplitMatrix {
  BitMatrix matrix;                         // distinct rows, distinct columns
  std::vector<WordOfLetters> row_words;     // for each distinct row a word on A that gives it
  std::vector<WordOfLetters> column_words;  // for each distinct column a word on the others
  std::vector<std::uint64_t> row_count;     // how many words on A give the row; they add up to |Sigma|^|A|
};

class PartitionedFunction {
 public:
  virtual ~PartitionedFunction() = default;
  virtual std::size_t positions() const = 0;
  virtual std::vector<PartitionClass> classes() const = 0;
  // Numbers of rows and columns that certainly contain all distinct ones, known without making the matrix.
  struct Shape {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
  };
  virtual Shape shape(PositionSet rows) const = 0;
  virtual BitMatrix matrix(PositionSet rows) const = 0;   // distinct rows and columns alone
  virtual SplitMatrix split(PositionSet rows) const = 0;  // the same matrix with words and counts
  // Symmetries of that matrix, as far as they are known without a long search; after a stop those that were found.
  virtual std::vector<RowSymmetry> row_symmetries(PositionSet /*rows*/, const Stop& /*stop*/) const {
    return {};
  }
};

}  // namespace attest
