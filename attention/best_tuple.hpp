// The best index tuple of one output and how far the next one is.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "attention/forest.hpp"
#include "attention/layer_tokens.hpp"

namespace attest {

struct BestTuple {
  std::vector<std::size_t> tokens;  // 1-based, of x_2, ..., x_t; where several tie, one of them
  std::optional<Integer> gap;       // in units of tokens.unit(): zero at a tie, absent if there is one tuple
};

BestTuple best_tuple(const LayerTokens& tokens, const std::optional<Forest>& forest,
                     std::span<const Symbol> word, std::size_t position);

}  // namespace attest
