// Bit sampling on {0,1}^d, d <= 6: the probability, over all d^(z l) choices of coordinates, that Algorithm
// 1's weights break a condition of Definition 3.3. Exact.
//
// The conditions hold exactly if no far pair (distance at least `far`) falls into one bucket in any table and
// every near pair (distance at most `near`) does so in at least one (the check "conditions" of anna/lsh). A
// query and a key fall into one bucket of a table exactly if all coordinates that were drawn for it are among
// those where they agree. So for a table only the set W of drawn coordinates matters; with w elements it
// comes from surjections(z, w) of the d^z draws. Tables are independent, so by inclusion and exclusion over
// the sets T of near pairs
//
//   Pr[success] = sum over T of (-1)^|T| Pr[in one table: no far pair and no pair of T together]^l.
//
// If a pair agrees on less than another pair does, it is together less often: only near pairs with least and
// far pairs with greatest sets of agreement need to be looked at. And the failure depends on the set of
// differences q_i xor k_j alone.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "numeric/integer.hpp"

namespace attest::hashing {

// A set of differences x in {0,1}^d: bit x.
using Differences = std::uint64_t;

class FailureProbability {
 public:
  // 1 <= near < far <= d <= 6; z, l >= 1.
  FailureProbability(long d, long near, long far, long z, long l);

  Rational of(Differences differences);

  // How many different values of (near sets, far sets) were computed.
  std::size_t computed() const { return known_.size(); }

 private:
  Rational compute(const std::vector<unsigned>& near, const std::vector<unsigned>& far) const;

  long d_, z_, l_;
  Differences near_, far_;        // all differences of weight at most near, at least far
  std::vector<Integer> choices_;  // by W: draws of z coordinates whose set is W
  std::map<Differences, Rational> known_;
};

// Maps of a set of z elements onto one of w.
Integer surjections(long z, long w);

}  // namespace attest::hashing
