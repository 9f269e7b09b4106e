// The heads and layers that a text writes as one for every value of a name: `head for S in (n, 2*n)`, `layer for l in 0..n`.
#pragma once

#include <string>
#include <vector>

#include "theorems/lets.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

struct NamedHead {
  HeadStatement statement;  // with the value in the place of the name
  std::string name;         // as the file calls it; a family's members are numbered; empty: it has none
  std::size_t written = 0;  // which of the layer's statements it comes from
  Expression value;         // of a family; else null
};

std::vector<NamedHead> heads_of(const LayerStatement& layer, const NetworkNames& constants);

struct LayerOfText {
  LayerStatement statement;
  std::size_t written = 0;
  Expression value;
};

std::vector<LayerOfText> layers_of(const std::vector<LayerStatement>& layers, const NetworkNames& constants);

// head.1, head2.5, left.out of a landing: the head and its coordinate, 0-based. `names`: of the layer's heads; `lengths`: of
// their values. NetworkError where the head has no such coordinate.
std::pair<std::size_t, std::size_t> head_coordinate(const language::Node& e,
                                                    const std::vector<std::string>& names,
                                                    const std::vector<std::size_t>& lengths);

}  // namespace attest::theorems
