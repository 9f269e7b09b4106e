// Tuples of tokens by the kinds that they show, numbered in 64 bits by evaluations that remember them.
#pragma once

#include <limits>
#include <stdexcept>

#include "numeric/integer.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

inline constexpr std::size_t most_remembered_tuples = 100000;  // at a time

// How many numbers a head's tuples have; std::length_error where those, times the head's monomials, have no
// number in 64 bits.
inline Integer tuple_keys(const attention::Layer& layer, const attention::Head& head) {
  Integer keys = 1;
  for (std::size_t k = 0; k < head.polynomial.variables(); ++k) keys *= layer.kinds();
  if (keys * head.polynomial.monomials().size() > Integer(std::numeric_limits<std::size_t>::max())) {
    throw std::length_error("too many kinds of tokens: rounded evaluation numbers their tuples in 64 bits");
  }
  return keys;
}

inline std::size_t tuple_key(const TokenTuple& tuple, const std::vector<attention::Kind>& kinds_shown,
                             std::size_t kinds) {
  std::size_t key = 0;
  for (const std::size_t token : tuple) key = key * kinds + kinds_shown[token];
  return key;
}

}  // namespace attest
