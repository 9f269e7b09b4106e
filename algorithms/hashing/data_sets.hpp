// All data sets of N queries and N keys in {0,1}^d, up to what does not change the differences q_i xor k_j:
// translation (so q_1 = 0), order and repetition.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/hashing/failure_probability.hpp"

namespace attest::hashing {

struct DataSet {
  std::vector<unsigned> queries;  // different points, 0 the first of them
  std::vector<unsigned> keys;     // different points
  Differences differences = 0;
  Integer multiplicity;  // ordered data sets (q_1..q_N, k_1..k_N), with repetitions, that it stands for
};

// 2^(2 d N): the multiplicities add up to it.
Integer data_set_space(long N, long d);
// How many are visited.
Integer data_set_count(long N, long d);

// visit(DataSet) returns whether to go on; false if it was stopped. d <= 6.
template <class Visit>
bool for_each_data_set(long N, long d, const Visit& visit);

// The subsets of {first, .., 2^d - 1} with at least `least` and at most `most` elements, ascending.
std::vector<std::vector<unsigned>> point_sets(unsigned first, long d, long least, long most);

template <class Visit>
bool for_each_data_set(long N, long d, const Visit& visit) {
  const auto others = point_sets(1, d, 0, N - 1);
  const auto key_sets = point_sets(0, d, 1, N);
  const Integer translations = Integer(1) << static_cast<unsigned>(d);
  DataSet data;
  for (const auto& rest : others) {
    data.queries.assign(1, 0);
    data.queries.insert(data.queries.end(), rest.begin(), rest.end());
    const long q = static_cast<long>(data.queries.size());
    // Of the maps of [N] onto these points, those with q_1 = 0: one in q.
    const Integer orders = surjections(N, q) / q;
    for (const auto& keys : key_sets) {
      data.keys = keys;
      data.differences = 0;
      for (const unsigned x : data.queries) {
        for (const unsigned y : data.keys) data.differences |= Differences{1} << (x ^ y);
      }
      data.multiplicity = translations * orders * surjections(N, static_cast<long>(keys.size()));
      if (!visit(static_cast<const DataSet&>(data))) return false;
    }
  }
  return true;
}

}  // namespace attest::hashing
