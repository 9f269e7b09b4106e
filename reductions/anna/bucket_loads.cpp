#include "reductions/anna/bucket_loads.hpp"

#include <algorithm>
#include <vector>

namespace attest {

Integer binomial_of(long n, long k) {
  if (k < 0 || k > n) return 0;
  Integer result = 1;
  for (long i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

Integer factorial_of(long n) {
  Integer result = 1;
  for (long i = 2; i <= n; ++i) result *= i;
  return result;
}

// Bucket by bucket: of the n elements that are left, j go to the next bucket.
Integer functions_with_loads_up_to(long elements, long buckets, long most) {
  std::vector<std::vector<Integer>> choose;
  for (long n = 0; n <= elements; ++n) {
    choose.emplace_back();
    for (long j = 0; j <= n; ++j)
      choose[n].push_back(j == 0 || j == n ? Integer(1) : Integer(choose[n - 1][j - 1] + choose[n - 1][j]));
  }
  std::vector<Integer> ways(static_cast<std::size_t>(elements) + 1, Integer(0));
  ways[0] = 1;
  for (long b = 0; b < buckets; ++b) {
    std::vector<Integer> next(ways.size(), Integer(0));
    for (long n = 0; n <= elements; ++n) {
      for (long j = 0; j <= std::min(most, n); ++j) next[n] += choose[n][j] * ways[n - j];
    }
    ways = std::move(next);
  }
  return ways[elements];
}

Rational probability_of_load(long elements, long buckets, long s) {
  if (s <= 0) return 1;
  return Rational(1) - Rational(functions_with_loads_up_to(elements, buckets, s - 1),
                                power(Integer(buckets), static_cast<unsigned long>(elements)));
}

LoadBounds load_bounds(long N, long s) {
  LoadBounds bounds;
  bounds.probability = probability_of_load(N, N, s);
  bounds.printed = Rational(binomial_of(N, s), power(Integer(N), static_cast<unsigned long>(s)));
  bounds.factorial = Rational(Integer(1), factorial_of(s));
  bounds.repaired = bounds.printed * N;
  return bounds;
}

}  // namespace attest
