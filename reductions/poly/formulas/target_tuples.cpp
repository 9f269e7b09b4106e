#include "reductions/poly/formulas/target_tuples.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr double largest_table = 1e7;

}  // namespace

TargetTuples::TargetTuples(std::vector<long> caps, long most) : caps_(std::move(caps)), most_(most) {
  most_ = std::min(most_, std::accumulate(caps_.begin(), caps_.end(), 0L));
  if (static_cast<double>(caps_.size() + 1) * static_cast<double>(most_ + 1) > largest_table)
    throw UsageError("falsified", std::to_string(most), "a bound with at most 10^7 pairs (constraint, sum)");
  tails_.assign(caps_.size() + 1, std::vector<Integer>(static_cast<std::size_t>(most_) + 1, 1));
  for (std::size_t i = caps_.size(); i-- > 0;) {
    // The sum over f = 0..cap of tails_[i+1][s - f] is that for s - 1, one term in and one out.
    Integer window = 0;
    for (long s = 0; s <= most_; ++s) {
      window += tails(i + 1, s);
      if (s > caps_[i]) window -= tails(i + 1, s - caps_[i] - 1);
      tails_[i][static_cast<std::size_t>(s)] = window;
    }
  }
  if (count() > std::numeric_limits<std::uint64_t>::max())
    throw UsageError("falsified", std::to_string(most), "a bound with fewer than 2^64 tuples of targets");
}

std::vector<long> TargetTuples::tuple(std::uint64_t rank) const {
  std::vector<long> tuple;
  Integer left = rank;
  long rest = most_;
  for (std::size_t i = 0; i < caps_.size(); ++i) {
    long f = 0;
    while (left >= tails(i + 1, rest - f)) left -= tails(i + 1, rest - f++);
    tuple.push_back(f);
    rest -= f;
  }
  return tuple;
}

std::uint64_t TargetTuples::rank(const std::vector<long>& tuple) const {
  Integer rank = 0;
  long rest = most_;
  for (std::size_t i = 0; i < caps_.size(); ++i) {
    for (long f = 0; f < tuple[i]; ++f) rank += tails(i + 1, rest - f);
    rest -= tuple[i];
  }
  return to_size(rank);
}

}  // namespace attest
