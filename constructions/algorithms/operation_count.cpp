#include "constructions/algorithms/operation_count.hpp"

#include <fmt/format.h>

#include "constructions/algorithms/definition.hpp"
#include "numeric/integer.hpp"

namespace attest {

thread_local OperationCount TickingScalar::count;

namespace {

using Ticking = Dense<TickingScalar>;

PairProblem<TickingScalar> ticking_problem(const GraphPlan& plan, Eigen::Index n, Eigen::Index d) {
  PairProblem<TickingScalar> problem;
  for (std::size_t u = 0; u < plan.variables; ++u) {
    for (std::size_t v = u + 1; v < plan.variables; ++v) problem.factors[{u, v}] = Ticking(n, n);
  }
  problem.values.assign(plan.variables - 1, Ticking(n, d));
  return problem;
}

template <class Product>
OperationCount recursion(const GraphPlan& plan, Eigen::Index n, Eigen::Index d, Product product) {
  const auto problem = ticking_problem(plan, n, d);
  return counted([&] {
    ExactKernel<TickingScalar, Product> kernel(problem, product);
    quotient(sum_product(plan, kernel));
  });
}

long to_the(long base, long exponent) {
  long result = 1;
  for (long k = 0; k < exponent; ++k) result *= base;
  return result;
}

}  // namespace

std::string to_string(const OperationCount& count) {
  return fmt::format("{} multiplications, {} additions, {} divisions, {} exponentials", count.multiplications,
                     count.additions, count.divisions, count.exponentials);
}

OperationCount counted_pair_factors(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d) {
  return counted([&] {
    for (std::size_t k = 0; k < h.monomials().size(); ++k) {
      Ticking scores = ConventionalProduct{}(Ticking(n, d), Ticking(d, n));
      for (Eigen::Index i = 0; i < scores.size(); ++i)
        scores.data()[i] = exp(scores.data()[i] / TickingScalar{});
    }
  });
}

OperationCount counted_recursion(const GraphPlan& plan, Eigen::Index n, Eigen::Index d) {
  return recursion(plan, n, d, ConventionalProduct{});
}

OperationCount counted_recursion(const GraphPlan& plan, Eigen::Index n, Eigen::Index d,
                                 StrassenProduct product) {
  return recursion(plan, n, d, product);
}

OperationCount counted_definition(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d) {
  const std::vector<Ticking> values(h.variables() - 1, Ticking(n, d));
  auto count = counted([&] {
    attention_by_definition(h, values, TickingScalar{},
                            [](std::size_t, const auto&) { return TickingScalar{}; });
  });
  count.additions -= n * (d + 1);  // one - one, which makes the zeros that sums start from
  return count;
}

OperationCount counted_product(StrassenProduct product, Eigen::Index p, Eigen::Index q, Eigen::Index r) {
  return counted([&] { product(Ticking(p, q), Ticking(q, r)); });
}

OperationCount pair_factor_formula(long e, long n, long d) {
  return {e * n * n * d, e * n * n * (d - 1), e * n * n, e * n * n};
}

OperationCount tree_formula(long e, long k, long n, long d) {
  return {n * n * (e * d + k) + n * d * (e - 1) + n * (e - 1 - k), n * (n - 1) * (d + 1) * e, n * d, 0};
}

OperationCount triangle_formula(long n, long d) {
  return {(d + 1) * n * n * n + (3 * d + 1) * n * n, (d + 1) * (n * n * (n - 1) + n * (n - 1)), n * d, 0};
}

OperationCount strassen_formula(long q, long cutoff) {
  const long c = cutoff;
  const long sevens = to_the(7, q);
  return {sevens * c * c * c, sevens * c * c * (c - 1) + 6 * c * c * (sevens - to_the(4, q)), 0, 0};
}

OperationCount definition_formula(long e, long t, long n, long d) {
  const long terms = to_the(n, t);
  return {terms * (e + d * (t - 1)), terms * (d + 1), 0, 0};
}

}  // namespace attest
