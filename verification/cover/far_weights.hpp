// exp(-d * unit) for integers d >= 0 as long doubles, rounded outward: relative to itself each is known to 60 bits and more, however
// small it is, where WeightTable knows it to 2^-60. What a margin needs: errors may be as small as exp(-n^2).
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <unordered_map>
#include <vector>

#include "numeric/surd.hpp"

namespace attest::cover {

struct FarBounds {
  long double lower = 0;
  long double upper = 0;
};

// Remembers what it has computed: an object for each thread.
class FarWeights {
 public:
  explicit FarWeights(const Surd& unit);  // unit > 0

  // upper >= 2^-15999 always, so that its products with numbers of at least 2^-300 are normal.
  FarBounds operator()(long difference);
  // At least upper(difference), from a small table: that of a difference which is smaller by a 64th at most.
  long double roughly(long difference);

 private:
  FarBounds computed(long difference) const;

  Interval unit_;
  std::vector<FarBounds> near_;  // upper = 0: not computed yet
  std::unordered_map<long, FarBounds> far_;
  std::vector<long double> rough_;  // [64 * length in bits + the next 6 bits]; 0: not computed yet
};

// Those of a layer's heads, for each thread of its own.
class FarWeightsByThread {
 public:
  explicit FarWeightsByThread(const std::vector<Surd>& units);
  std::vector<FarWeights>& here() { return weights_.local(); }

 private:
  tbb::enumerable_thread_specific<std::vector<FarWeights>> weights_;
};

}  // namespace attest::cover
