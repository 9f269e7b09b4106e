// The partitions (A, B) of a function's positions, up to the permutations of positions that its symmetries
// induce. A and its complement are different partitions: rows and columns are not alike.
#pragma once

#include <cstdint>
#include <vector>

#include "lowerbounds/shattering/symmetries.hpp"

namespace attest {

// The set A; bit n-1-i for position i (0-based), so that of two sets of one size the one that comes first as
// an ascending list is the greater number.
using PositionSet = std::uint32_t;

inline PositionSet position_bit(std::size_t positions, std::size_t i) {
  return PositionSet{1} << (positions - 1 - i);
}
std::vector<std::size_t> positions_of(PositionSet set, std::size_t positions);  // 0-based, ascending

struct PartitionClass {
  PositionSet rows = 0;     // A of the class that comes first as an ascending list
  std::uint64_t count = 1;  // partitions in the class
};

inline constexpr std::size_t most_positions = 24;  // 2^24 partitions

// Every class once, ordered by its first member; the counts add up to 2^positions.
std::vector<PartitionClass> partition_classes(std::size_t positions, const std::vector<Symmetry>& generators);

}  // namespace attest
