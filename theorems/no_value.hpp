// An expression of the statement without a value on some input, at its place.
#pragma once

#include "theorems/network_value.hpp"

namespace attest::theorems {

class NoValue : public RefusedPlace {
 public:
  using RefusedPlace::RefusedPlace;
};

}  // namespace attest::theorems
