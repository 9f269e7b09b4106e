#include "algorithms/hashing/failure_probability.hpp"

#include <bit>
#include <stdexcept>

namespace attest::hashing {

namespace {

bool contains(unsigned set, unsigned part) {
  return (set & part) == part;
}

// The sets of agreement of these differences that no other one lies beneath (least) or above (greatest).
std::vector<unsigned> extremal(Differences differences, long d, bool least) {
  const unsigned all = (1U << d) - 1;
  std::vector<unsigned> sets;
  for (unsigned x = 0; x <= all; ++x) {
    if ((differences >> x & 1) != 0) sets.push_back(all ^ x);
  }
  std::vector<unsigned> result;
  for (const unsigned set : sets) {
    bool is_extremal = true;
    for (const unsigned other : sets) {
      if (other != set && (least ? contains(set, other) : contains(other, set))) is_extremal = false;
    }
    if (is_extremal) result.push_back(set);
  }
  return result;
}

}  // namespace

Integer surjections(long z, long w) {
  Integer result = 0;
  Integer binomial = 1;
  for (long i = 0; i <= w; ++i) {
    const Integer term = binomial * power(Integer(w - i), static_cast<unsigned long>(z));
    result += i % 2 == 0 ? term : Integer(-term);
    binomial = binomial * (w - i) / (i + 1);
  }
  return result;
}

FailureProbability::FailureProbability(long d, long near, long far, long z, long l)
    : d_(d), z_(z), l_(l), near_(0), far_(0) {
  if (d < 1 || d > 6 || near < 0 || near >= far || z < 1 || l < 1) {
    throw std::invalid_argument("FailureProbability: not 0 <= near < far, 1 <= d <= 6, z >= 1, l >= 1");
  }
  for (unsigned x = 0; x < 1U << d; ++x) {
    if (std::popcount(x) <= near) near_ |= Differences{1} << x;
    if (std::popcount(x) >= far) far_ |= Differences{1} << x;
    choices_.push_back(surjections(z, std::popcount(x)));
  }
}

Rational FailureProbability::of(Differences differences) {
  const Differences seen = differences & (near_ | far_);
  const auto found = known_.find(seen);
  if (found != known_.end()) return found->second;
  const Rational value = compute(extremal(seen & near_, d_, true), extremal(seen & far_, d_, false));
  known_.emplace(seen, value);
  return value;
}

Rational FailureProbability::compute(const std::vector<unsigned>& near,
                                     const std::vector<unsigned>& far) const {
  // draws[T]: draws with no far pair together whose near pairs together are exactly T.
  std::vector<Integer> draws(std::size_t{1} << near.size(), Integer(0));
  for (unsigned W = 1; W < 1U << d_; ++W) {
    bool far_together = false;
    for (const unsigned agreement : far) far_together = far_together || contains(agreement, W);
    if (far_together) continue;
    std::size_t together = 0;
    for (std::size_t k = 0; k < near.size(); ++k) {
      if (contains(near[k], W)) together |= std::size_t{1} << k;
    }
    draws[together] += choices_[W];
  }
  // Sums over subsets: draws whose near pairs together lie within the complement of T.
  for (std::size_t k = 0; k < near.size(); ++k) {
    for (std::size_t T = 0; T < draws.size(); ++T) {
      if ((T >> k & 1) != 0) draws[T] += draws[T ^ std::size_t{1} << k];
    }
  }
  Integer success = 0;
  for (std::size_t T = 0; T < draws.size(); ++T) {
    const Integer term = power(draws[draws.size() - 1 - T], static_cast<unsigned long>(l_));
    success += std::popcount(T) % 2 == 0 ? term : Integer(-term);
  }
  return 1 - Rational(success, power(Integer(d_), static_cast<unsigned long>(z_ * l_)));
}

}  // namespace attest::hashing
