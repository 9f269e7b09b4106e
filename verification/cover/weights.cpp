#include "verification/cover/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest::cover {

namespace {

constexpr Precision bits = 160;
constexpr long most_near = 1L << 16;

// The least integer D with D * unit >= 42 for certain: exp(-42) < 2^-60.
long reach_of(const Interval& unit) {
  const double lower = unit.lower_double();
  if (!(lower > 0)) throw std::invalid_argument("WeightTable: the unit is not positive");
  const double reach = std::ceil(42.0 / lower * (1 + 0x1p-40)) + 1;
  return reach < 0x1p60 ? static_cast<long>(reach) : std::numeric_limits<long>::max();
}

}  // namespace

WeightTable::WeightTable(const Surd& unit)
    : unit_(unit), enclosure_(unit.enclosure(bits)), reach_(reach_of(enclosure_)) {
  near_.resize(to_size(Integer(std::min(reach_, most_near))));
}

WeightBounds WeightTable::operator()(long difference) {
  if (difference >= reach_) return {0, 1};
  if (difference < most_near) {
    WeightBounds& known = near_[static_cast<std::size_t>(difference)];
    if (known.upper == 0) known = computed(difference);
    return known;
  }
  const auto found = far_.find(difference);
  return found != far_.end() ? found->second : far_.emplace(difference, computed(difference)).first->second;
}

WeightBounds WeightTable::computed(long difference) const {
  if (difference == 0) return {one, one};
  const Interval weight = exp(-(Interval(difference, bits) * enclosure_));
  // Products with a power of two are exact, and floor and ceil give integers of at most 61 bits.
  const double lower = std::floor(std::ldexp(weight.lower_double(), 60));
  const double upper = std::ceil(std::ldexp(weight.upper_double(), 60));
  WeightBounds result{0, one};
  if (lower > 0) result.lower = static_cast<long>(std::min(lower, 0x1p60));
  if (upper < 0x1p60) result.upper = std::max(1L, static_cast<long>(upper));
  return result;
}

}  // namespace attest::cover
