#include "algorithms/scaled_attention.hpp"

#include <fmt/format.h>

#include <utility>

namespace attest {

namespace {

std::vector<std::pair<std::size_t, std::size_t>> edges_of(const GraphPlan& plan) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const auto& node : plan.nodes) {
    for (const std::size_t child : node.children)
      edges.emplace_back(node.variable, plan.nodes[child].variable);
    std::size_t last = node.variable;
    for (const std::size_t other : node.cycle) {
      edges.emplace_back(last, plan.nodes[other].variable);
      last = plan.nodes[other].variable;
    }
    if (!node.cycle.empty()) edges.emplace_back(last, node.variable);
  }
  return edges;
}

// At least every |Q_u[a]| |Q_v[b]| / divisor, entries by absolute value (Cauchy-Schwarz; in double).
template <class Scalar>
double largest_score(const AttentionMatrices<Scalar>& m, std::size_t u, std::size_t v) {
  const auto norm = [&](std::size_t which) {
    double largest = 0;
    const auto& q = m.queries[which];
    for (Eigen::Index i = 0; i < q.rows(); ++i) {
      double square = 0;
      for (Eigen::Index c = 0; c < q.cols(); ++c)
        square += static_cast<double>(q(i, c)) * static_cast<double>(q(i, c));
      largest = std::max(largest, square);
    }
    return std::sqrt(largest);
  };
  return norm(u) * norm(v) / static_cast<double>(m.score_divisor()) * 1.001;
}

template <class Scalar>
void check_matrix(const std::string& name, const Dense<Scalar>& matrix, Eigen::Index rows,
                  Eigen::Index columns) {
  if (matrix.rows() != rows || matrix.cols() != columns || rows < 1 || columns < 1) {
    throw UsageError(name, fmt::format("{} x {}", matrix.rows(), matrix.cols()),
                     fmt::format("a matrix of {} x {}", std::max<Eigen::Index>(rows, 1),
                                 std::max<Eigen::Index>(columns, 1)));
  }
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index c = 0; c < columns; ++c) {
      if (!std::isfinite(matrix(i, c))) {
        throw UsageError(name, fmt::format("{}", matrix(i, c)),
                         fmt::format("finite entries; row {}, column {} is not", i + 1, c + 1));
      }
    }
  }
}

}  // namespace

template <class Scalar>
void check_matrices(const GraphPlan& plan, const AttentionMatrices<Scalar>& m) {
  const std::size_t t = plan.variables;
  if (m.queries.size() != t)
    throw UsageError("Q", fmt::format("{} matrices", m.queries.size()), fmt::format("{} matrices", t));
  if (m.values.size() != t - 1)
    throw UsageError("V", fmt::format("{} matrices", m.values.size()), fmt::format("{} matrices", t - 1));
  const Eigen::Index n = m.queries.front().rows();
  for (std::size_t v = 0; v < t; ++v)
    check_matrix(fmt::format("Q({})", v + 1), m.queries[v], n, m.queries.front().cols());
  for (std::size_t v = 1; v < t; ++v)
    check_matrix(fmt::format("V({})", v + 1), m.values[v - 1], n, m.values.front().cols());
  if (!std::isfinite(m.divisor) || m.divisor < Scalar(0))
    throw UsageError("divisor", fmt::format("{}", m.divisor), "a positive number, or 0 for the dimension");

  // The sum before the division, and sums of scores along the graph, must be finite.
  const double room = static_cast<double>(std::numeric_limits<Scalar>::max()) / 8;
  double scores = 0;
  for (const auto& [u, v] : edges_of(plan)) scores += largest_score(m, u, v);
  if (!(scores * std::max(1.0, static_cast<double>(m.score_divisor())) < room))
    throw UsageError("Q", fmt::format("scores up to {:.3g}", scores), "entries whose scores are finite");
  double products = std::log2(static_cast<double>(n)) * static_cast<double>(t);
  for (const auto& values : m.values)
    products += std::max(0.0, std::log2(static_cast<double>(values.cwiseAbs().maxCoeff())));
  if (!(products < std::numeric_limits<Scalar>::max_exponent - 4)) {
    throw UsageError("V", fmt::format("products up to 2^{:.0f}", products),
                     "values whose product, times n^t, is finite");
  }
}

template <class Scalar>
double rounding_error_bound(const GraphPlan& plan, const AttentionMatrices<Scalar>& m) {
  const double u = static_cast<double>(std::numeric_limits<Scalar>::epsilon()) / 2;
  const auto n = static_cast<double>(m.queries.front().rows());
  const auto d = static_cast<double>(m.queries.front().cols());
  const auto t = static_cast<double>(plan.variables);
  double all_scores = 0;
  const auto edges = edges_of(plan);
  for (const auto& [a, b] : edges) all_scores += largest_score(m, a, b);
  double relative = (3 * t + 2) * u + (n + 2) * u * static_cast<double>(plan.other_roots.size());
  // The sum over the root's tokens exponentiates its scale once more.
  const double exponentials = static_cast<double>(edges.size() + plan.other_roots.size());
  relative += exponentials * (u * (5 * all_scores + n + 6) +
                              std::pow(n, t) * std::exp(static_cast<double>(exponent_floor<Scalar>)));
  relative += u * (d + 1) * all_scores;
  if (plan.cycle_length() != 0)
    relative += u * (n * static_cast<double>(plan.cycle_length()) + all_scores + 8);
  if (relative > 0.05) return std::numeric_limits<double>::infinity();
  double values = 1;
  for (const auto& matrix : m.values) values *= static_cast<double>(matrix.cwiseAbs().maxCoeff());
  return 2 * 1.2 * relative * values;
}

template void check_matrices(const GraphPlan&, const AttentionMatrices<double>&);
template void check_matrices(const GraphPlan&, const AttentionMatrices<float>&);
template double rounding_error_bound(const GraphPlan&, const AttentionMatrices<double>&);
template double rounding_error_bound(const GraphPlan&, const AttentionMatrices<float>&);

}  // namespace attest
