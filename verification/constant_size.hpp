// Whether a construction's size is constant: its record is made for several values of the size parameters, and
// heads, coordinates and network parameters are counted in the layer of each.
#pragma once

#include <string>
#include <vector>

#include "attention/construction.hpp"
#include "attention/softmax_layer.hpp"
#include "claims/verdict.hpp"

namespace attest {

// The record's own number of network parameters (its read-out is one affine map).
Size size_of(const Construction& record, const SoftmaxLayer& layer);

struct SizeAt {
  std::string where;  // "m = 3"
  Size size;
};

// The check `size`, essential: the first is the size at this setting, the others must be the same. At least two.
Check constant_size(const std::vector<SizeAt>& sizes);

}  // namespace attest
