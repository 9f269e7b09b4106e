#include "algorithms/operation_count.hpp"

#include <fmt/format.h>

#include "algorithms/definition.hpp"
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
  count.additions -= 2;  // one - one, the zeros that the sums start from
  return count;
}

OperationCount counted_product(StrassenProduct product, Eigen::Index p, Eigen::Index q, Eigen::Index r) {
  return counted([&] { product(Ticking(p, q), Ticking(q, r)); });
}

OperationCount pair_factor_formula(long e, long n, long d) {
  return {e * n * n * d, e * n * n * (d - 1), e * n * n, e * n * n};
}

PlanShape shape_of(const GraphPlan& plan) {
  PlanShape shape;
  const auto has_below = [&](std::size_t index) {
    return !plan.nodes[index].children.empty() || !plan.nodes[index].cycle.empty();
  };
  for (std::size_t index = 0; index < plan.nodes.size(); ++index) {
    const PlanNode& node = plan.nodes[index];
    shape.tree_edges += static_cast<long>(node.children.size());
    for (const std::size_t child : node.children) shape.inner_children += has_below(child) ? 1 : 0;
    if (!node.cycle.empty()) shape.cycle = static_cast<long>(node.cycle.size()) + 1;
    for (const std::size_t other : node.cycle) shape.inner_on_cycle += has_below(other) ? 1 : 0;
    if (index != plan.query && has_below(index)) ++shape.inner;
  }
  shape.other_components = static_cast<long>(plan.other_roots.size());
  shape.query_has_branch = has_below(plan.query);
  return shape;
}

OperationCount recursion_formula(const PlanShape& shape, long n, long d) {
  const auto [e, r, k, k_c, inner, m, query_has_branch] = shape;
  const long u = e + (r > 0 ? 1 : 0);
  OperationCount count{n * n * (e * d + k), n * (n - 1) * (d + 1) * e + m * (n - 1) * (d + 1), n * d, 0};
  if (r > 0) {
    count.multiplications += (d + 1) * (r - 2) * n * n * n + d * r * n * n + (1 + k_c) * n * n;
    count.additions += (d + 1) * ((r - 2) * n * n * (n - 1) + n * (n - 1));
  }
  count.multiplications += query_has_branch ? n * d * (u - 1 + m) + n * (u - 1 - inner + m)
                                            : n * d * u + n * (u - inner) + (m - 1) * (d + 1);
  return count;
}

bool counts_follow_formula(const GraphPlan& plan) {
  const PlanShape shape = shape_of(plan);
  for (long n = 1; n <= 4; ++n) {
    for (long d = 1; d <= 2; ++d) {
      if (counted_recursion(plan, n, d) != recursion_formula(shape, n, d)) return false;
    }
  }
  return true;
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
