#include "verification/cover/far_weights.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "numeric/long_double_bounds.hpp"

namespace attest::cover {

namespace {

constexpr Precision unit_bits =
    256;  // differences have up to 62 bits, and the result needs 64 behind the point
constexpr std::size_t most_listed_weights = std::size_t{1} << 16U;

}  // namespace

FarWeights::FarWeights(const Surd& unit) : unit_(unit.enclosure(unit_bits)), rough_(std::size_t{64} * 64, 0) {
  if (!(unit_.lower_double() > 0)) throw std::invalid_argument("FarWeights: the unit is not positive");
}

FarBounds FarWeights::operator()(long difference) {
  const auto at = static_cast<std::size_t>(difference);
  if (at < most_listed_weights) {
    if (at >= near_.size()) near_.resize(std::min(most_listed_weights, 2 * at + 64));
    FarBounds& known = near_[at];
    if (known.upper == 0) known = computed(difference);
    return known;
  }
  const auto found = far_.find(difference);
  return found != far_.end() ? found->second : far_.emplace(difference, computed(difference)).first->second;
}

long double FarWeights::roughly(long difference) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<unsigned long>(difference)));
  const int cut = std::max(0, bits - 7);
  const long high = difference >> cut;  // of 7 bits, or all of them
  long double& known = rough_[static_cast<std::size_t>(64 * bits + (high & 63))];
  if (known == 0) known = computed(high << cut).upper;
  return known;
}

FarBounds FarWeights::computed(long difference) const {
  if (difference < 0) throw std::logic_error("a weight above the winner's");
  if (difference == 0) return {1, 1};
  const Interval weight = exp(-(Interval(difference, unit_bits) * unit_));
  FarBounds result{lower_long_double(weight), std::min(1.0L, upper_long_double(weight))};
  result.lower = std::max(0.0L, result.lower);
  result.upper = std::max(result.upper, 0x1p-15999L);
  return result;
}

FarWeightsByThread::FarWeightsByThread(const std::vector<Surd>& units)
    : weights_([units] { return std::vector<FarWeights>(units.begin(), units.end()); }) {}

}  // namespace attest::cover
