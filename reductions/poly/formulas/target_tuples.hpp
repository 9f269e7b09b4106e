// The tuples of targets (f_1, .., f_c) with 0 <= f_i <= cap_i and f_1 + ... + f_c <= most, in lexicographic
// order: one target instance for each.
#pragma once

#include <cstdint>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

class TargetTuples {
 public:
  // `most` is cut to the sum of the caps. UsageError ("falsified") if the table of counts would have more
  // than 10^7 entries.
  TargetTuples(std::vector<long> caps, long most);

  // All of them; ranks are used below 2^64.
  const Integer& count() const { return tails_.front().back(); }
  std::vector<long> tuple(std::uint64_t rank) const;
  // Of a tuple within the caps and the sum.
  std::uint64_t rank(const std::vector<long>& tuple) const;

 private:
  const Integer& tails(std::size_t position, long rest) const {
    return tails_[position][static_cast<std::size_t>(rest)];
  }

  std::vector<long> caps_;
  long most_;
  // tails_[i][s]: how many ways there are to choose f_i, f_i+1, .. with a sum of at most s.
  std::vector<std::vector<Integer>> tails_;
};

}  // namespace attest
