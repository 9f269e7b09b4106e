// Attention by its definition, term by term, for any scalar: the other voice of the approximation algorithms.
// It shares no code with them.
#pragma once

#include <functional>
#include <vector>

#include "algorithms/approximation/exp_polynomial.hpp"
#include "algorithms/approximation/scalar_matrix.hpp"
#include "attention/attention_polynomial.hpp"

namespace attest {

template <class Scalar>
struct DefinedSums {
  ScalarMatrix<Scalar> numerators;
  ScalarMatrix<Scalar> denominators;
};

// Sums weight(tuple) * V^(2)_(l2,c) .. V^(t)_(lt,c), and weight(tuple), over l2..lt, for every row l1.
template <class Scalar>
DefinedSums<Scalar> defined_sums(const std::vector<ScalarMatrix<Scalar>>& v,
                                 const std::function<Scalar(const std::vector<Eigen::Index>&)>& weight) {
  const Eigen::Index n = v[0].rows();
  const std::size_t t = v.size() + 1;
  DefinedSums<Scalar> result{ScalarMatrix<Scalar>(n, v[0].cols()), ScalarMatrix<Scalar>(n, 1)};
  std::vector<Eigen::Index> tuple(t, 0);
  for (;;) {
    const Scalar w = weight(tuple);
    bool first = true;
    for (std::size_t j = 1; j < t; ++j) first = first && tuple[j] == 0;
    Scalar& denominator = result.denominators(tuple[0], 0);
    denominator = first ? w : Scalar(denominator + w);
    for (Eigen::Index c = 0; c < v[0].cols(); ++c) {
      Scalar term = w;
      for (std::size_t j = 1; j < t; ++j) term = term * v[j - 1](tuple[j], c);
      Scalar& numerator = result.numerators(tuple[0], c);
      numerator = first ? term : Scalar(numerator + term);
    }
    std::size_t j = t;
    while (j > 0 && ++tuple[j - 1] == n) tuple[--j] = 0;
    if (j == 0) return result;
  }
}

// <Q^(j1)_(l_j1), ..> summed over the columns, for one monomial.
template <class Scalar>
Scalar monomial_score(const std::vector<std::size_t>& monomial, const std::vector<ScalarMatrix<Scalar>>& q,
                      const std::vector<Eigen::Index>& tuple) {
  Scalar sum{};
  for (Eigen::Index c = 0; c < q[0].cols(); ++c) {
    Scalar product = q[monomial[0]](tuple[monomial[0]], c);
    for (std::size_t k = 1; k < monomial.size(); ++k)
      product = product * q[monomial[k]](tuple[monomial[k]], c);
    sum = sum + product;
  }
  return sum;
}

// P(x) by powers, not by Horner's scheme.
template <class Scalar>
Scalar polynomial_value(const std::vector<Scalar>& coefficients, const Scalar& x) {
  Scalar sum = coefficients[0];
  Scalar x_power = x;
  for (std::size_t k = 1; k < coefficients.size(); ++k) {
    sum = sum + coefficients[k] * x_power;
    x_power = x_power * x;
  }
  return sum;
}

}  // namespace attest
