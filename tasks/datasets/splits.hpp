// Parts of a dataset that share no original: an input belongs to the part that a hash of it says, whatever else is drawn, and
// arrangements of one sequence belong together.
//
//   const Splits splits = Splits::parse("train=8,validation=1,test=1");
//   splits.part_of(key, seed)      // 0, 1 or 2; a tenth of all inputs has 2
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tasks/datasets/example.hpp"

namespace attest {

class Splits {
 public:
  struct Part {
    std::string name;
    std::uint64_t weight = 1;
  };

  // "NAME=WEIGHT,..", at least two parts, names of letters, digits, - and _, weights from 1 to 10^6. UsageError naming --splits.
  static Splits parse(const std::string& text);

  const std::vector<Part>& parts() const { return parts_; }

  // How many of `count` examples each part gets: proportional, rounded, sum `count`. UsageError where one gets none.
  std::vector<std::uint64_t> counts(std::uint64_t count) const;

  std::size_t part_of(std::span<const std::int64_t> key, std::uint64_t seed) const;

 private:
  std::vector<Part> parts_;
  std::uint64_t total_ = 0;
};

// What says which examples are the same original: x and col, of tasks whose examples are rearranged x in ascending order.
std::vector<std::int64_t> original_of(const Example& example, bool rearranged);

}  // namespace attest
