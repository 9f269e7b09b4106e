// Algorithm 2 of seed 003 (lines 2012-2071), for forests, and its extension to one cycle (Section 3.3, lines
// 369-374), as one recursion for every kind of number. The arithmetic is a Kernel:
//
//   ExactKernel<Scalar, Product>   pair factors are given numbers (polynomials, rationals, intervals, counts)
//   ScaledKernel<Scalar, Product>  doubles and floats: pair factors are exp of scores, rows carry a scale
//                                  (scaled_kernel.hpp)
//
//   PairProblem<Rational> problem = ...;
//   ExactKernel<Rational, ConventionalProduct> kernel(problem, {});
//   auto fraction = sum_product(graph_plan(h), kernel);
//
// Correctness. Fix a column c of the values. For a node v and a token a of x_v let G_v[a] be the sum, over
// the tokens of all variables below v, of the product of all pair factors and values below v, V_v[a]
// included. Below two different children there are different variables and no common factor, so the sum of
// products over both is the product of the sums (the distributive law, which is Lemma D.1): G_v = V_v * prod
// over children w of (E_vw G_w). A cycle below v contributes sum over b_1, ..., b_{r-1} of E_{v,1}[a,b_1]
// G_1[b_1] E_{1,2}[b_1,b_2] ... G_{r-1}[b_{r-1}] E_{r-1,v}[b_{r-1},a], the diagonal entry of the matrix
// product. With ones in place of the values the same recursion gives the denominator. No value belongs to
// x_1.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/dense.hpp"
#include "algorithms/graph_plan.hpp"
#include "algorithms/matrix_product.hpp"

namespace attest {

// Kernel::Message is what a node has gathered: a row for every token. See ExactKernel for the operations.
template <class Kernel>
typename Kernel::Message gathered(const GraphPlan& plan, std::size_t index, Kernel& kernel) {
  const PlanNode& node = plan.nodes[index];
  auto message = kernel.own(node.variable);
  for (const std::size_t child : node.children) {
    kernel.multiply(message, kernel.through_edge(node.variable, plan.nodes[child].variable,
                                                 gathered(plan, child, kernel)));
  }
  if (!node.cycle.empty()) {
    std::vector<std::size_t> around{node.variable};
    std::vector<typename Kernel::Message> messages;
    for (const std::size_t other : node.cycle) {
      around.push_back(plan.nodes[other].variable);
      messages.push_back(gathered(plan, other, kernel));
    }
    kernel.multiply(message, kernel.around_cycle(around, messages));
  }
  return message;
}

template <class Kernel>
auto sum_product(const GraphPlan& plan, Kernel& kernel) {
  auto message = gathered(plan, plan.query, kernel);
  for (const std::size_t root : plan.other_roots)
    kernel.multiply(message, kernel.over_all_tokens(gathered(plan, root, kernel)));
  return kernel.fraction(message);
}

// The pair factors of every monomial x_u x_v, u < v: entry (a, b) for token a of x_u and token b of x_v; and
// the values of x_2, ..., x_t, each n x d with n, d >= 1. `one` is 1 in the scalar's precision.
template <class Scalar>
struct PairProblem {
  std::map<std::pair<std::size_t, std::size_t>, Dense<Scalar>> factors;
  std::vector<Dense<Scalar>> values;  // values[0] belongs to x_2
  Scalar one;

  Eigen::Index tokens() const { return values.front().rows(); }
  Eigen::Index columns() const { return values.front().cols(); }
};

// Arithmetic as it stands. Costs are in operation_count.hpp; a part that is one everywhere is absent and
// takes no operation.
template <class Scalar, class Product = ConventionalProduct>
class ExactKernel {
 public:
  // Numerators (n x d) and denominators (n x 1); absent means ones. A message of all tokens has one row.
  struct Message {
    std::optional<Dense<Scalar>> values;
    std::optional<Dense<Scalar>> weights;
  };

  explicit ExactKernel(const PairProblem<Scalar>& problem, Product product = {})
      : problem_(problem), product_(product) {}

  // What a node brings itself: its values; x_1 has none.
  Message own(std::size_t variable) const {
    if (variable == 0) return {};
    return {problem_.values[variable - 1], std::nullopt};
  }

  // Entry by entry; a message with one row counts for every row.
  void multiply(Message& message, const Message& other) const {
    multiply(message.values, other.values);
    multiply(message.weights, other.weights);
  }

  // For token a of x_u: the sum over the tokens b of x_v of E[a,b] times the message at b.
  Message through_edge(std::size_t u, std::size_t v, const Message& below) const {
    const Dense<Scalar> factor = oriented(u, v);
    return {ConventionalProduct{}(factor, *below.values),
            below.weights ? ConventionalProduct{}(factor, *below.weights) : row_sums(factor)};
  }

  // around = (v, c_1, ..., c_{r-1}), messages of c_1, ..., c_{r-1}: for token a of v the closed walks that
  // start and end in a. One column after the other: r - 2 matrix products each, no n x n x d tensor.
  Message around_cycle(const std::vector<std::size_t>& around, const std::vector<Message>& messages) const {
    std::vector<Dense<Scalar>> factors;
    for (std::size_t k = 0; k + 1 < around.size(); ++k) factors.push_back(oriented(around[k], around[k + 1]));
    const Dense<Scalar> last =
        oriented(around.front(), around.back());  // transposed: (token of v, of c_{r-1})
    const Eigen::Index n = problem_.tokens();
    Message result{Dense<Scalar>(n, problem_.columns()), Dense<Scalar>(n, 1)};
    for (Eigen::Index c = 0; c <= problem_.columns(); ++c) {
      const bool is_weight = c == problem_.columns();
      Dense<Scalar> walk;
      for (std::size_t k = 0; k < factors.size(); ++k) {
        walk = k == 0 ? factors[0] : product_(walk, factors[k]);
        const auto& message = messages[k];
        if (is_weight && message.weights) scale_columns(walk, *message.weights, 0);
        if (!is_weight) scale_columns(walk, *message.values, c);
      }
      Dense<Scalar>& target = is_weight ? *result.weights : *result.values;
      for (Eigen::Index a = 0; a < n; ++a) {
        Scalar sum = walk(a, 0) * last(a, 0);
        for (Eigen::Index b = 1; b < n; ++b) sum = sum + walk(a, b) * last(a, b);
        target(a, is_weight ? 0 : c) = std::move(sum);
      }
    }
    return result;
  }

  // A component without x_1: the sum over the tokens of its root, one row.
  Message over_all_tokens(const Message& message) const {
    Message result{column_sums(*message.values), std::nullopt};
    result.weights =
        message.weights
            ? column_sums(*message.weights)
            : column_sums(Dense<Scalar>(Dense<Scalar>::Constant(problem_.tokens(), 1, problem_.one)));
    return result;
  }

  AttentionFraction<Scalar> fraction(const Message& message) const {
    const Eigen::Index n = problem_.tokens();
    const auto all_rows = [&](const std::optional<Dense<Scalar>>& part, Eigen::Index columns) {
      if (!part) return Dense<Scalar>(Dense<Scalar>::Constant(n, columns, problem_.one));
      if (part->rows() == n) return *part;
      Dense<Scalar> rows(n, columns);
      for (Eigen::Index i = 0; i < n; ++i) rows.row(i) = part->row(0);
      return rows;
    };
    return {all_rows(message.values, problem_.columns()), all_rows(message.weights, 1)};
  }

 private:
  Dense<Scalar> oriented(std::size_t u, std::size_t v) const {
    if (u < v) return problem_.factors.at({u, v});
    return problem_.factors.at({v, u}).transpose();
  }

  static void multiply(std::optional<Dense<Scalar>>& a, const std::optional<Dense<Scalar>>& b) {
    if (!b) return;
    if (!a) {
      a = b;
      return;
    }
    for (Eigen::Index i = 0; i < a->rows(); ++i) {
      for (Eigen::Index c = 0; c < a->cols(); ++c) (*a)(i, c) = (*a)(i, c) * (*b)(b->rows() == 1 ? 0 : i, c);
    }
  }

  static void scale_columns(Dense<Scalar>& matrix, const Dense<Scalar>& by, Eigen::Index column) {
    for (Eigen::Index a = 0; a < matrix.rows(); ++a) {
      for (Eigen::Index b = 0; b < matrix.cols(); ++b) matrix(a, b) = matrix(a, b) * by(b, column);
    }
  }

  static Dense<Scalar> row_sums(const Dense<Scalar>& matrix) {
    Dense<Scalar> result(matrix.rows(), 1);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      Scalar sum = matrix(i, 0);
      for (Eigen::Index j = 1; j < matrix.cols(); ++j) sum = sum + matrix(i, j);
      result(i, 0) = std::move(sum);
    }
    return result;
  }

  static Dense<Scalar> column_sums(const Dense<Scalar>& matrix) {
    Dense<Scalar> result(1, matrix.cols());
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      Scalar sum = matrix(0, j);
      for (Eigen::Index i = 1; i < matrix.rows(); ++i) sum = sum + matrix(i, j);
      result(0, j) = std::move(sum);
    }
    return result;
  }

  const PairProblem<Scalar>& problem_;
  Product product_;
};

}  // namespace attest
