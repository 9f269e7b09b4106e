#include "algorithms/polynomial_counts.hpp"

#include <algorithm>
#include <array>

namespace attest {

namespace {

PolynomialCounts& operator+=(PolynomialCounts& a, const PolynomialCounts& b) {
  a.multiplications += b.multiplications;
  a.additions += b.additions;
  a.divisions += b.divisions;
  a.exponentials += b.exponentials;
  return a;
}

// The polynomial of degree at most 3 through f(1), ..., f(4), at n: sum_k C(n-1, k) (k-th difference at 1).
Integer extended(std::array<long, 4> f, long n) {
  Integer sum = 0;
  Integer binomial = 1;
  for (long k = 0; k < 4; ++k) {
    sum += binomial * f[0];
    binomial = binomial * (n - 1 - k) / (k + 1);
    for (std::size_t i = 0; i + 1 < f.size(); ++i) f[i] = f[i + 1] - f[i];
  }
  return sum;
}

// e monomials: as pair_factor_formula, for numbers beyond long.
PolynomialCounts pair_factors(const AttentionPolynomial& h, long n, long d) {
  const Integer pairs = Integer(static_cast<long>(h.monomials().size())) * n * n;
  return {pairs * d, pairs * (d - 1), pairs, pairs};
}

struct ProductCost {
  Integer multiplications, additions;
};

ProductCost conventional(long n) {
  const Integer squares = Integer(n) * n;
  return {squares * n, squares * (n - 1)};
}

// Of n x n by n x n: seven products of halves and 18 sums of halves (5 and 5 of the factors' parts, 8 of the
// product's).
ProductCost strassen(long n, long cutoff) {
  if (n <= cutoff) return conventional(n);
  const long half = (n + 1) / 2;
  const ProductCost part = strassen(half, cutoff);
  return {7 * part.multiplications, 7 * part.additions + Integer(18) * half * half};
}

}  // namespace

PolynomialCounts recursion_counts(const AttentionPolynomial& h, const GraphPlan& plan, long n, long d) {
  std::array<OperationCount, 4> counted;
  for (long size = 1; size <= 4; ++size)
    counted[static_cast<std::size_t>(size - 1)] = counted_recursion(plan, size, d);
  const auto at_n = [&](long OperationCount::*kind) {
    std::array<long, 4> values{};
    std::transform(counted.begin(), counted.end(), values.begin(),
                   [&](const auto& count) { return count.*kind; });
    return extended(values, n);
  };
  PolynomialCounts result{at_n(&OperationCount::multiplications), at_n(&OperationCount::additions),
                          at_n(&OperationCount::divisions), at_n(&OperationCount::exponentials)};
  result += pair_factors(h, n, d);
  return result;
}

PolynomialCounts recursion_counts(const AttentionPolynomial& h, const GraphPlan& plan, long n, long d,
                                  StrassenProduct product) {
  PolynomialCounts result = recursion_counts(h, plan, n, d);
  const auto length = static_cast<long>(plan.cycle_length());
  if (length < 3) return result;
  const Integer products = Integer(d + 1) * (length - 2);
  const ProductCost before = conventional(n);
  const ProductCost after = strassen(n, static_cast<long>(product.cutoff));
  result.multiplications += products * (after.multiplications - before.multiplications);
  result.additions += products * (after.additions - before.additions);
  return result;
}

PolynomialCounts definition_counts(const AttentionPolynomial& h, long n, long d) {
  Integer terms = 1;
  for (std::size_t v = 0; v < h.variables(); ++v) terms *= n;
  const auto e = static_cast<long>(h.monomials().size());
  const auto t = static_cast<long>(h.variables());
  PolynomialCounts result{terms * (e + d * (t - 1)), terms * (d + 1), Integer(n) * d, 0};
  result += pair_factors(h, n, d);
  return result;
}

}  // namespace attest
