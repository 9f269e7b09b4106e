// A softmax layer as seen by sums over index tuples: integer query vectors over one common denominator,
// value factors, and what the output map makes of them.
//
// The score of a tuple is an integer S; the softmax exponent is S * unit().
#pragma once

#include <cstddef>
#include <vector>

#include "attention/softmax_layer.hpp"
#include "numeric/integer.hpp"
#include "tasks/input_space.hpp"

namespace attest {

class LayerTokens {
 public:
  // Symbol index s stands for the number first_symbol + s.
  LayerTokens(const SoftmaxLayer& layer, long first_symbol);

  std::size_t variables() const { return layer_.attention.variables(); }
  const AttentionPolynomial& attention() const { return layer_.attention; }
  const Surd& unit() const { return unit_; }

  // The coordinates of a_i that the output depends on, and their weights: y_i = base + sum_c weight_c
  // a_{i,c}.
  const std::vector<Eigen::Index>& coordinates() const { return coordinates_; }
  const std::vector<Rational>& coordinate_weights() const { return coordinate_weights_; }
  Rational base(std::size_t position, Symbol symbol) const;

  // Integer multiple of q^(variable+1); a product of monomial-degree many of them, times
  // monomial_factor(degree), is the monomial's contribution to S.
  std::vector<Integer> query(std::size_t variable, std::size_t position, Symbol symbol) const;
  // The same in machine integers; false where one does not fit.
  bool query(std::size_t variable, std::size_t position, Symbol symbol, std::vector<long>& out) const;
  const Integer& monomial_factor(std::size_t degree) const { return monomial_factors_.at(degree); }

  // The factor that variable (>= 1) contributes to coordinate coordinates()[which].
  Rational value(std::size_t variable, std::size_t position, Symbol symbol, std::size_t which) const;

  // Whether the degree-2 monomial of variables u and v is zero for all tokens (disjoint supports).
  bool is_zero_pair(std::size_t u, std::size_t v) const;

 private:
  Rational at(const TokenPolynomial& row, std::size_t position, Symbol symbol) const;

  SoftmaxLayer layer_;
  long first_symbol_;
  std::vector<std::vector<TokenPolynomial>>
      integer_query_;                                     // rows of W times the common denominator, times x
  std::vector<std::vector<TokenPolynomial>> value_rows_;  // [variable - 1][which coordinate]
  std::vector<TokenPolynomial> readout_;                  // readout . x, one entry
  std::vector<RationalMatrix> query_matrices_;            // times the common denominator
  Integer denominator_ = 1;
  std::vector<Integer> monomial_factors_;
  Surd unit_;
  std::vector<Eigen::Index> coordinates_;
  std::vector<Rational> coordinate_weights_;
};

}  // namespace attest
