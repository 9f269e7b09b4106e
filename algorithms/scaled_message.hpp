// The two steps of the recursion (sum_product.hpp) for doubles and floats, from query-key matrices. This is
// the place for faster kernels: whoever replaces `message_through_edge` and `message_around_cycle` need touch
// nothing else.
//
// A message stands for (values, weights) * exp(scale), row by row. The maximum of the exponents of every row
// is taken out before exp is called and kept in `scale`, so exp sees arguments at most 0 and nothing
// overflows; scores of any size are taken as long as they are finite themselves.
//
// What is lost: in an edge step the largest summand of a row is 1 * weight with weights in [1, n^m], m the
// variables below; exp is taken as 0 below exponent_floor. A token is therefore dropped only where its true
// relative weight is below n^m e^floor (n^m 3e-308 for doubles). `scale` is part of the message's value, so
// its own rounding costs nothing; what costs is one addition of it to each score (rounding_error_bound in
// scaled_attention.hpp).
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "algorithms/dense.hpp"
#include "algorithms/matrix_product.hpp"

namespace attest {

// exp below this is subnormal, or not representable, and is taken as 0.
template <class Scalar>
constexpr Scalar exponent_floor = sizeof(Scalar) == sizeof(double) ? Scalar(-708) : Scalar(-87);

template <class Scalar>
struct ScaledMessage {
  Dense<Scalar> values;   // n x d, or 1 x d for all tokens together
  Dense<Scalar> weights;  // n x 1 or 1 x 1, nonnegative; empty: ones
  Dense<Scalar> scale;    // n x 1; empty: zeros
};

// s := exp(s), entries at most 0, up to 2 ulp; 0 below the floor.
template <class Scalar>
void exponentiate(Dense<Scalar>& s) {
  s = (s.array() < exponent_floor<Scalar>).select(Scalar(0), s.array().exp());
}

// Subtracts every row's maximum and returns it (rows x 1).
template <class Scalar>
Dense<Scalar> take_row_maxima(Dense<Scalar>& s) {
  const Dense<Scalar> peak = s.rowwise().maxCoeff();
  s.colwise() -= peak.col(0);
  return peak;
}

// For every token a of x_u: sum_b exp(<Q_u[a], Q_v[b]> / divisor) * below[b]. Q_u: p x d', Q_v: n x d',
// below: n rows. O(p n (d' + d)) operations, O(n (block + d)) memory.
template <class Scalar>
ScaledMessage<Scalar> message_through_edge(const Dense<Scalar>& q_u, const Dense<Scalar>& q_v, Scalar divisor,
                                           const ScaledMessage<Scalar>& below) {
  constexpr Eigen::Index block = 128;
  const Eigen::Index rows = q_u.rows();
  ScaledMessage<Scalar> result{Dense<Scalar>(rows, below.values.cols()), Dense<Scalar>(rows, 1),
                               Dense<Scalar>(rows, 1)};
  for (Eigen::Index first = 0; first < rows; first += block) {
    const Eigen::Index count = std::min(block, rows - first);
    Dense<Scalar> s(count, q_v.rows());
    s.noalias() = q_u.middleRows(first, count) * q_v.transpose();
    s /= divisor;
    if (below.scale.size() != 0) s.rowwise() += below.scale.col(0).transpose();
    result.scale.middleRows(first, count) = take_row_maxima(s);
    exponentiate(s);
    result.values.middleRows(first, count).noalias() = s * below.values;
    if (below.weights.size() != 0) {
      result.weights.middleRows(first, count).noalias() = s * below.weights;
    } else {
      result.weights.middleRows(first, count) = s.rowwise().sum();
    }
  }
  return result;
}

// Closed walks from token a of c_0 over all tokens of c_1, ..., c_{r-1} back to a, r >= 3: the diagonal of
// F_0 D_1 F_1 D_2 ... D_{r-1} F_{r-1}, column after column, with r - 2 products of n x n matrices each. q[k]
// belongs to c_k, messages[k-1] too. O((d+1) (r-2)) products, O(r n^2 + n d) memory.
//
// Scaling. Backwards from k = r-1 a potential beta_k[b] = max over b' of (s_k[b,b'] + beta_{k+1}[b']) is
// taken out of each score matrix (s_k with the scale of message k+1 added; beta_r = 0). It changes no closed
// walk but by beta_0[a], and all exponents are at most 0. A row whose walks are all below the floor in these
// common potentials has a small sum. Every entry that was lost changes the sum by at most 2^-1022 * n^r *
// weights in absolute terms, so a row whose computed sum exceeds 2^(digits + 10) times that is right up to
// rounding: the sum certifies itself. The other rows (`recomputed` counts them) are done one at a time as
// trees: with a fixed the cycle is a path, O(r n^2 d) each.
//
// A product that is not accurate entry by entry (Strassen's recursion) certifies only sums above 2^-20.
template <class Scalar, class Product>
ScaledMessage<Scalar> message_around_cycle(const std::vector<const Dense<Scalar>*>& q, Scalar divisor,
                                           const std::vector<ScaledMessage<Scalar>>& messages,
                                           const Product& product, std::size_t& recomputed) {
  const std::size_t r = q.size();
  const Eigen::Index n = q[0]->rows();
  const Eigen::Index d = messages[0].values.cols();

  std::vector<Dense<Scalar>> factor(r);
  Dense<Scalar> beta;
  Scalar weight_limit = 1;
  for (std::size_t k = r; k-- > 0;) {
    Dense<Scalar>& s = factor[k];
    s.resize(n, n);
    s.noalias() = *q[k] * q[(k + 1) % r]->transpose();
    s /= divisor;
    if (k + 1 < r) {
      const auto& message = messages[k];  // of c_{k+1}
      if (message.scale.size() != 0) s.rowwise() += message.scale.col(0).transpose();
      if (message.weights.size() != 0) weight_limit *= std::max(Scalar(1), message.weights.maxCoeff());
      s.rowwise() += beta.col(0).transpose();
    }
    beta = take_row_maxima(s);
    exponentiate(s);
  }

  ScaledMessage<Scalar> result{Dense<Scalar>(n, d), Dense<Scalar>(n, 1), beta};
  for (Eigen::Index c = 0; c <= d; ++c) {
    Dense<Scalar> walk = factor[0];
    for (std::size_t k = 1; k < r; ++k) {
      const auto& message = messages[k - 1];
      if (c < d) {
        walk.array().rowwise() *= message.values.col(c).transpose().array();
      } else if (message.weights.size() != 0) {
        walk.array().rowwise() *= message.weights.col(0).transpose().array();
      }
      if (k + 1 < r) walk = product(walk, factor[k]);
    }
    const auto diagonal = walk.cwiseProduct(factor[r - 1].transpose()).rowwise().sum();
    if (c < d) {
      result.values.col(c) = diagonal;
    } else {
      result.weights.col(0) = diagonal;
    }
  }

  const Scalar lost =
      std::ldexp(std::numeric_limits<Scalar>::min(), std::numeric_limits<Scalar>::digits + 10) *
      std::pow(static_cast<Scalar>(n), static_cast<Scalar>(r)) * weight_limit;
  const Scalar enough = Product::entrywise_accurate ? lost : std::max(lost, std::ldexp(Scalar(1), -20));
  for (Eigen::Index a = 0; a < n; ++a) {
    if (!(result.weights(a, 0) > enough)) {
      // c_{r-1} sees the one token a; then c_{r-2}, ..., c_1; then a again.
      ScaledMessage<Scalar> end{Dense<Scalar>::Ones(1, d), {}, {}};
      const Dense<Scalar> q_a = q[0]->row(a);
      ScaledMessage<Scalar> at = message_through_edge<Scalar>(*q[r - 1], q_a, divisor, end);
      for (std::size_t k = r - 1;; --k) {
        const auto& message = messages[k - 1];
        at.values = at.values.cwiseProduct(message.values).eval();
        if (message.weights.size() != 0) at.weights = at.weights.cwiseProduct(message.weights).eval();
        if (message.scale.size() != 0) at.scale += message.scale;
        if (k == 1) break;
        at = message_through_edge<Scalar>(*q[k - 1], *q[k], divisor, at);
      }
      at = message_through_edge<Scalar>(q_a, *q[1], divisor, at);
      result.values.row(a) = at.values.row(0);
      result.weights(a, 0) = at.weights(0, 0);
      result.scale(a, 0) = at.scale(0, 0);
      ++recomputed;
    }
    // Weights of at least 1, as an edge step gives them.
    if (result.weights(a, 0) < Scalar(1)) {
      int exponent = 0;
      std::frexp(result.weights(a, 0), &exponent);
      exponent -= 1;
      result.weights(a, 0) = std::ldexp(result.weights(a, 0), -exponent);
      for (Eigen::Index c = 0; c < d; ++c) result.values(a, c) = std::ldexp(result.values(a, c), -exponent);
      result.scale(a, 0) += static_cast<Scalar>(exponent) * std::log(Scalar(2));
    }
  }
  return result;
}

}  // namespace attest
