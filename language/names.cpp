#include "language/names.hpp"

#include <stdexcept>

namespace attest::language {

long InputShape::cells() const {
  constexpr long most_cells = 1L << 40U;
  long result = 1;
  for (const Range& domain : domains) {
    const long size = domain.size();
    if (size > 0 && result > most_cells / size) {
      throw std::invalid_argument("the input '" + name + "' has more than 2^40 cells");
    }
    result *= size;
  }
  return result;
}

}  // namespace attest::language
