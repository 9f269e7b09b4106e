// A ReLU network with exact weights: affine maps with max(0, .) between them (none after the last).
//
// Source: the "output MLP" of seed 000_bd1f352bd128419d.txt, Definition 2.1.
#pragma once

#include <vector>

#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct AffineMap {
  RationalMatrix weight;  // outputs x inputs
  RationalVector bias;    // outputs
};

class ReluNetwork {
 public:
  ReluNetwork() = default;  // the identity, without parameters
  // Throws std::invalid_argument if the shapes do not fit.
  explicit ReluNetwork(std::vector<AffineMap> layers);

  RationalVector operator()(RationalVector x) const;
  long parameters() const;  // entries of all weights and biases
  const std::vector<AffineMap>& layers() const { return layers_; }
  Json to_json() const;

 private:
  std::vector<AffineMap> layers_;
};

}  // namespace attest
