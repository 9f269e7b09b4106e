// The sizes at which the table of `attest precision` looks, construction by construction: ascending, so that
// the first wrong one ends a search.
#pragma once

#include <string>
#include <vector>

#include "claims/claim.hpp"

namespace attest {

struct PrecisionLadder {
  std::string claim;
  Variant variant = Variant::repaired;
  std::string fixed;                            // what all its settings share, for reading
  std::string varied;                           // the parameter that grows
  std::vector<std::vector<std::string>> sizes;  // parameters; `varied` ascending
};

const std::vector<PrecisionLadder>& precision_ladders();

}  // namespace attest
