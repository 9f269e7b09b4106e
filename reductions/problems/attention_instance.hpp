// An instance of approximate poly-attention (seed 003, Definition A.6): the attention polynomial h, the
// matrices Q^(1)..Q^(t) and the first columns of V^(2)..V^(t) (the reductions leave every other column 0).
//
// The scaling factor B of the reductions stays a letter: every entry of a Q is s B + u with integers s and
// u, so that h(Q_{l_1}, ..., Q_{l_t}) is a polynomial in B with integer coefficients.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "attention/attention_polynomial.hpp"
#include "numeric/integer.hpp"

namespace attest::problems {

using SmallMatrix = Eigen::Matrix<long, Eigen::Dynamic, Eigen::Dynamic>;
using SmallVector = Eigen::Matrix<long, Eigen::Dynamic, 1>;

struct QueryKeyMatrix {
  SmallMatrix scaled;    // s: rows are tokens, columns the embedding
  SmallMatrix unscaled;  // u, of the same shape
};

struct AttentionInstance {
  AttentionPolynomial h;
  std::vector<QueryKeyMatrix> q;    // Q^(1)..Q^(t), each (tokens) x (embedding dimension)
  std::vector<SmallVector> v;       // the first columns of V^(2)..V^(t)
  Rational power_of_b;              // B^k for the degree k of h: where the threshold test is made
  std::vector<std::size_t> judged;  // the rows of the output that carry an answer, 0-based
  std::vector<std::string> rows;    // what every row is: "a_1", ..., "normalising"
  // The set whose vectors the first rows of Q^(j) carry, 0-based; nothing where Q^(j) is zero.
  std::vector<std::optional<std::size_t>> carries;

  std::size_t tokens() const { return static_cast<std::size_t>(q.front().scaled.rows()); }
  std::size_t dimension() const { return static_cast<std::size_t>(q.front().scaled.cols()); }
};

}  // namespace attest::problems
