#include "precision/arithmetic/for_reading.hpp"

#include <fmt/format.h>

#include <cmath>

namespace attest {

std::string for_reading(double y) {
  return std::isnan(y) ? std::string("nan") : fmt::format("{:.6g}", y);  // without the sign of a NaN
}

}  // namespace attest
