#include "constructions/precision/precision_problem.hpp"

#include <algorithm>

namespace attest {

void ExponentsMet::note(long exponent) {
  least = std::min(least.value_or(exponent), exponent);
  greatest = std::max(greatest.value_or(exponent), exponent);
}

void ExponentsMet::merge(const ExponentsMet& other) {
  if (other.least) note(*other.least);
  if (other.greatest) note(*other.greatest);
}

}  // namespace attest
