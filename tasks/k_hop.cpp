#include "tasks/k_hop.hpp"

namespace attest {

long KHop::truth(std::span<const Symbol> word, std::size_t which) const {
  std::size_t i = which + 1;
  for (long hop = 0; hop < hops_ && i != 0; ++hop) {
    const std::size_t next = last_successor(word, i);
    if (next == i) break;  // a fixed point stays one
    i = next;
  }
  return i == 0 ? 0 : static_cast<long>(word[i - 1]) + 1;
}

}  // namespace attest
