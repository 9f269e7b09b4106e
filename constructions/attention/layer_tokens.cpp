#include "constructions/attention/layer_tokens.hpp"

#include <algorithm>
#include <map>

namespace attest {

LayerTokens::LayerTokens(const SoftmaxLayer& layer, long first_symbol)
    : layer_(layer), first_symbol_(first_symbol) {
  // W x has denominator dividing (denominator of W) * (denominator of the encoding).
  Integer encoding_denominator = 1;
  for (const auto& entry : layer_.encoding) {
    encoding_denominator = boost::multiprecision::lcm(encoding_denominator, entry.denominator());
  }
  for (const auto& matrix : layer_.query) {
    denominator_ = boost::multiprecision::lcm(denominator_, common_denominator(matrix));
  }
  denominator_ *= encoding_denominator;
  for (const auto& matrix : layer_.query) {
    integer_query_.emplace_back();
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      integer_query_.back().push_back(sparse(matrix.row(r).transpose() * Rational(denominator_)));
    }
  }

  // Every monomial is brought to the denominator of the highest degree.
  const std::size_t degree = layer_.attention.degree();
  for (std::size_t k = 0; k <= degree; ++k) monomial_factors_.push_back(power(denominator_, degree - k));
  unit_ = layer_.scale * Surd(Rational(Integer(1), power(denominator_, degree)));

  const RationalVector weights = layer_.output_matrix.transpose() * layer_.readout;
  for (Eigen::Index c = 0; c < weights.size(); ++c) {
    if (weights(c) == 0) continue;
    coordinates_.push_back(c);
    coordinate_weights_.push_back(weights(c));
  }
  for (const auto& matrix : layer_.value) {
    value_rows_.emplace_back();
    for (const Eigen::Index c : coordinates_) value_rows_.back().push_back(sparse(matrix.row(c).transpose()));
  }
  readout_ = sparse(layer_.readout);
}

LayerTokens::SparseRow LayerTokens::sparse(const RationalVector& row) {
  SparseRow result;
  for (Eigen::Index c = 0; c < row.size(); ++c) {
    if (row(c) != 0) result.emplace_back(static_cast<std::size_t>(c), row(c));
  }
  return result;
}

Rational LayerTokens::dot(const SparseRow& row, std::size_t position, Symbol symbol) const {
  const Integer i = position + 1;
  const Integer phi = first_symbol_ + static_cast<long>(symbol);
  Rational result = 0;
  for (const auto& [column, coefficient] : row) result += coefficient * layer_.encoding[column].at(i, phi);
  return result;
}

Rational LayerTokens::base(std::size_t position, Symbol symbol) const {
  Rational result = layer_.readout_bias;
  if (layer_.residual) result += dot(readout_, position, symbol);
  return result;
}

std::vector<Integer> LayerTokens::query(std::size_t variable, std::size_t position, Symbol symbol) const {
  std::vector<Integer> result;
  result.reserve(integer_query_[variable].size());
  for (const auto& row : integer_query_[variable]) result.push_back(numerator_of(dot(row, position, symbol)));
  return result;
}

Rational LayerTokens::value(std::size_t variable, std::size_t position, Symbol symbol,
                            std::size_t which) const {
  return dot(value_rows_[variable - 1][which], position, symbol);
}

bool LayerTokens::is_zero_pair(std::size_t u, std::size_t v) const {
  // The bilinear form W_u^T W_v, summed over the coordinates that both have.
  std::map<std::pair<std::size_t, std::size_t>, Rational> form;
  for (std::size_t r = 0; r < integer_query_[u].size(); ++r) {
    for (const auto& [a, x] : integer_query_[u][r]) {
      for (const auto& [b, y] : integer_query_[v][r]) form[{a, b}] += x * y;
    }
  }
  return std::all_of(form.begin(), form.end(), [](const auto& entry) { return entry.second == 0; });
}

}  // namespace attest
