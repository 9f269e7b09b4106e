// Poly-attention of matrices of doubles or floats along the graph of h (a forest, or exactly one cycle):
//
//   AttentionMatrices<double> m{{Q1, Q2, Q3}, {V2, V3}, 0};        // Dense<double>: Eigen, row-major
//   const auto h = AttentionPolynomial::parse("x1*x2 + x2*x3");
//   Dense<double> out = graph_attention(graph_plan(h), m);          // n x d, eq. (1) of seed 003
//   Dense<double> a = graph_attention(one_cycle_plan(AttentionPolynomial::strassen()), m, StrassenProduct{});
//
// Costs: forests O(n^2 (d' + d)) operations and O(n d) memory a variable; one cycle of length r (d+1)(r-2)
// products of n x n matrices and O(r n^2 + n d) memory. No n x n x d tensor. The kernels are in
// scaled_message.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "algorithms/graph_plan.hpp"
#include "algorithms/matrix_product.hpp"
#include "algorithms/scaled_message.hpp"
#include "algorithms/sum_product.hpp"
#include "claims/usage_error.hpp"

namespace attest {

// Query-key matrices of x_1, ..., x_t (n x d' each) and value matrices of x_2, ..., x_t (n x d each).
template <class Scalar>
struct AttentionMatrices {
  std::vector<Dense<Scalar>> queries;
  std::vector<Dense<Scalar>> values;
  Scalar divisor = 0;  // of the scores; 0: d', as in eq. (1). Seed 000 has sqrt(d').

  Scalar score_divisor() const {
    return divisor != Scalar(0) ? divisor : static_cast<Scalar>(queries.front().cols());
  }
};

// Throws UsageError naming the matrix: wrong number or shape, an entry that is not finite (with its
// position), a divisor that is not positive, entries so large that scores or products of n^(t-1) values are
// not finite.
template <class Scalar>
void check_matrices(const GraphPlan& plan, const AttentionMatrices<Scalar>& m);

// |graph_attention - eq. (1)| is at most this, for ConventionalProduct, given that exp is right to 2 ulp; or
// infinity where the bound would exceed a tenth of the values.
//
// A score is a sum of d' products, divided once: error at most (d'+1) u sigma (1 + small), sigma the largest
// |Q_u[a]| |Q_v[b]| summed by absolute value over the divisor, u half an ulp of 1. Scale and potentials are
// added and the maximum is subtracted: at most four roundings of numbers up to A or 2 A, A the sum of sigma
// over the edges: 5 u A. exp: 4 u. A product and a sum over n tokens: (n+2) u. These are relative errors of
// nonnegative summands, so they bound the relative error of a denominator, and that of a numerator against
// the same sum with |values|; edges add up, values and children cost at most 3 t u. The quotient doubles it,
// and |numerator| <= denominator * product of the largest |values|. (1.2 covers second-order terms while the
// sum is below 0.05.) What is dropped below the floor is n^t e^floor an edge.
template <class Scalar>
double rounding_error_bound(const GraphPlan& plan, const AttentionMatrices<Scalar>& m);

struct ScaledStatistics {
  std::size_t recomputed_rows = 0;  // of a cycle, see message_around_cycle
};

template <class Scalar, class Product = ConventionalProduct>
class ScaledKernel {
 public:
  using Message = ScaledMessage<Scalar>;

  ScaledKernel(const AttentionMatrices<Scalar>& matrices, Product product)
      : matrices_(matrices), product_(product) {}

  Message own(std::size_t variable) const {
    if (variable == 0) return {};
    return {matrices_.values[variable - 1], {}, {}};
  }

  void multiply(Message& message, const Message& other) const {
    multiply(message.values, other.values);
    multiply(message.weights, other.weights);
    if (other.scale.size() == 0) return;
    if (message.scale.size() == 0) {
      message.scale = other.scale;
    } else {
      message.scale += other.scale;
    }
  }

  Message through_edge(std::size_t u, std::size_t v, const Message& below) const {
    return message_through_edge<Scalar>(matrices_.queries[u], matrices_.queries[v], matrices_.score_divisor(),
                                        below);
  }

  Message around_cycle(const std::vector<std::size_t>& around, const std::vector<Message>& messages) {
    std::vector<const Dense<Scalar>*> queries;
    for (const std::size_t v : around) queries.push_back(&matrices_.queries[v]);
    return message_around_cycle<Scalar, Product>(queries, matrices_.score_divisor(), messages, product_,
                                                 statistics_.recomputed_rows);
  }

  // A factor common to all rows cancels in the quotient: the scale of the sum is dropped.
  Message over_all_tokens(const Message& message) const {
    const Eigen::Index n = message.values.rows();
    Dense<Scalar> share = Dense<Scalar>::Ones(1, n);
    if (message.scale.size() != 0) {
      share = message.scale.transpose();
      take_row_maxima(share);
      exponentiate(share);
    }
    Message result{share * message.values, Dense<Scalar>(1, 1), {}};
    result.weights(0, 0) =
        message.weights.size() != 0 ? (share * message.weights)(0, 0) : static_cast<Scalar>(share.sum());
    return result;
  }

  AttentionFraction<Scalar> fraction(const Message& message) const {
    const Eigen::Index n = matrices_.queries.front().rows();
    AttentionFraction<Scalar> result{message.values, message.weights};
    if (result.numerator.rows() != n) {
      result.numerator = message.values.replicate(n, 1).eval();
      result.denominator = message.weights.replicate(n, 1).eval();
    }
    return result;
  }

  const ScaledStatistics& statistics() const { return statistics_; }

 private:
  static void multiply(Dense<Scalar>& a, const Dense<Scalar>& b) {
    if (b.size() == 0) return;
    if (a.size() == 0) {
      a = b;
    } else if (b.rows() == a.rows()) {
      a.array() *= b.array();
    } else {
      a.array().rowwise() *= b.row(0).array();
    }
  }

  const AttentionMatrices<Scalar>& matrices_;
  Product product_;
  ScaledStatistics statistics_;
};

// The output matrix, n x d.
template <class Scalar, class Product = ConventionalProduct>
Dense<Scalar> graph_attention(const GraphPlan& plan, const AttentionMatrices<Scalar>& matrices,
                              Product product = {}, ScaledStatistics* statistics = nullptr) {
  check_matrices(plan, matrices);
  ScaledKernel<Scalar, Product> kernel(matrices, product);
  const auto fraction = sum_product(plan, kernel);
  if (statistics != nullptr) *statistics = kernel.statistics();
  return (fraction.numerator.array().colwise() / fraction.denominator.col(0).array()).matrix();
}

extern template void check_matrices(const GraphPlan&, const AttentionMatrices<double>&);
extern template void check_matrices(const GraphPlan&, const AttentionMatrices<float>&);
extern template double rounding_error_bound(const GraphPlan&, const AttentionMatrices<double>&);
extern template double rounding_error_bound(const GraphPlan&, const AttentionMatrices<float>&);

}  // namespace attest
