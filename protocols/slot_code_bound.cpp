#include "protocols/slot_code_bound.hpp"

#include "numeric/integer.hpp"

namespace attest::mpc {

long greedy_block_bound(long q, long alpha) {
  if (alpha <= 1 || q <= 1) return 1;
  const long width = 4 * (alpha - 1);
  Integer grown = Integer(q) * (q - 1) / 2;  // q(q-1)/2 (width + 3)^T
  Integer scale = 1;                         // width^T
  for (long T = 1;; ++T) {
    grown *= width + 3;
    scale *= width;
    const long c = (T + alpha - 2) / (alpha - 1);
    if (grown < scale * power(Integer(4), static_cast<unsigned long>(c))) return T;
  }
}

}  // namespace attest::mpc
