// The splitting VC dimension of a Boolean function (seed 000, Definition 3.1): the maximum over all sets A of
// positions of the VC dimension of the set of columns of M_f^A, as functions on its rows.
//
// A = {} has one row, which the columns shatter iff f is not constant; A = {1..n} has one column, which
// shatters no row. The empty set of rows is always shattered, so the value is at least 0.
#pragma once

#include <optional>

#include "lowerbounds/shattering/find_shattered.hpp"
#include "lowerbounds/shattering/partitioned_function.hpp"
#include "ranks/shared_work.hpp"

namespace attest {

// What settled a class of partitions.
enum class SettledBy {
  nothing,       // the run was stopped before
  size,          // the numbers of rows and columns alone: VC <= min(rows, log2 columns)
  distinct,      // the same with constant, complemented and equal rows and equal columns left out
  sauer_shelah,  // so many columns that this bound is reached
  search,        // an exhaustive search
};
const char* to_string(SettledBy settled_by);

// The VC dimension for the partitions of a class lies in [at_least, at_most].
struct PartitionBounds {
  PartitionClass partition;
  int at_least = 0;
  int at_most = 0;
  SettledBy settled_by = SettledBy::nothing;
  std::uint64_t visited = 0;  // row sets examined
  bool exact() const { return at_least == at_most; }
};

// A shattered set with a column for each of its patterns: column[p] gives row k the bit k of p.
struct ShatteredSet {
  PositionSet rows = 0;
  std::vector<WordOfLetters> set;
  std::vector<WordOfLetters> column;
};

struct SplitVcOptions {
  // Each class's own VC dimension, not only whether it exceeds the best of the others.
  bool every_partition = false;
  std::optional<PositionSet> only;  // this partition alone
  Stop stop = [] { return false; };
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;  // classes settled
  const ranks::SharedWork* shared = nullptr;  // among ranks, which all have the same function and options
};

struct SplitVc {
  int lower = 0;  // attained by `witness`
  int upper = 0;  // proved
  bool complete() const { return lower == upper; }
  std::vector<PartitionBounds> partitions;  // by |A|, then as ascending lists
  ShatteredSet witness;
  std::uint64_t visited = 0;
};

// Partitions are examined most promising first, in rounds; within a round all are compared with the best
// value of the rounds before. Everything that is returned is the same for any number of threads, unless
// stopped.
SplitVc split_vc(const PartitionedFunction& function, const SplitVcOptions& options);

}  // namespace attest
