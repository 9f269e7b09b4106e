#include "numeric/rounding_bound.hpp"

#include <stdexcept>

namespace attest {

double relative_rounding_bound(std::size_t roundings) {
  if (roundings >= (std::size_t{1} << 50)) throw std::invalid_argument("too many roundings for a bound");
  const double ku = static_cast<double>(roundings) * 0x1p-53;  // exact
  // 1 - ku is rounded once, the quotient once: less than two ulps together, which three steps up cover.
  return next_up(next_up(next_up(ku / (1 - ku))));
}

}  // namespace attest
