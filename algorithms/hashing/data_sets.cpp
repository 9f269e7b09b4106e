#include "algorithms/hashing/data_sets.hpp"

namespace attest::hashing {

namespace {

Integer binomial(long n, long k) {
  Integer result = 1;
  for (long i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

void extend(std::vector<unsigned>& set, unsigned first, unsigned end, long least, long most,
            std::vector<std::vector<unsigned>>& result) {
  if (static_cast<long>(set.size()) >= least) result.push_back(set);
  if (static_cast<long>(set.size()) == most) return;
  for (unsigned x = first; x < end; ++x) {
    set.push_back(x);
    extend(set, x + 1, end, least, most, result);
    set.pop_back();
  }
}

}  // namespace

Integer data_set_space(long N, long d) {
  return Integer(1) << static_cast<unsigned>(2 * d * N);
}

Integer data_set_count(long N, long d) {
  const long points = 1L << d;
  Integer queries = 0;
  Integer keys = 0;
  for (long k = 0; k < N && k <= points - 1; ++k) queries += binomial(points - 1, k);
  for (long k = 1; k <= N && k <= points; ++k) keys += binomial(points, k);
  return queries * keys;
}

std::vector<std::vector<unsigned>> point_sets(unsigned first, long d, long least, long most) {
  std::vector<std::vector<unsigned>> result;
  std::vector<unsigned> set;
  extend(set, first, 1U << d, least, most, result);
  return result;
}

}  // namespace attest::hashing
