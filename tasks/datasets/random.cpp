#include "tasks/datasets/random.hpp"

namespace attest {

std::uint64_t Random::below(std::uint64_t n) {
  // The largest multiple of n that 64 bits hold, minus one: draws above it are thrown away.
  const std::uint64_t excess = (UINT64_MAX % n + 1) % n;
  const std::uint64_t last = UINT64_MAX - excess;
  std::uint64_t draw = engine_();
  while (draw > last) draw = engine_();
  return draw % n;
}

}  // namespace attest
