// exp(-d * unit) for integers d >= 0, outward rounded to integers over 2^60: sums of integer multiples of them are exact, so that
// nothing is ever rounded in the wrong direction.
#pragma once

#include <unordered_map>
#include <vector>

#include "numeric/surd.hpp"

namespace attest::cover {

inline constexpr long one = 1L << 60;  // stands for the weight 1

struct WeightBounds {
  long lower = 0;
  long upper = 0;
};

// Remembers what it has computed: an object for each thread.
class WeightTable {
 public:
  explicit WeightTable(const Surd& unit);  // unit > 0

  WeightBounds operator()(long difference);
  // From this difference on the bounds are 0 and 1.
  long reach() const { return reach_; }

 private:
  WeightBounds computed(long difference) const;

  Surd unit_;
  Interval enclosure_;
  long reach_;
  std::vector<WeightBounds> near_;  // upper = 0: not computed yet
  std::unordered_map<long, WeightBounds> far_;
};

}  // namespace attest::cover
