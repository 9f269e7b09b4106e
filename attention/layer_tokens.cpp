#include "attention/layer_tokens.hpp"

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
    query_matrices_.push_back(matrix * Rational(denominator_));
    integer_query_.emplace_back();
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      integer_query_.back().emplace_back(query_matrices_.back().row(r).transpose(), layer_.encoding);
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
    for (const Eigen::Index c : coordinates_) {
      value_rows_.back().emplace_back(matrix.row(c).transpose(), layer_.encoding);
    }
  }
  readout_.emplace_back(layer_.readout, layer_.encoding);
}

Rational LayerTokens::at(const TokenPolynomial& row, std::size_t position, Symbol symbol) const {
  const long i = static_cast<long>(position) + 1;
  const long phi = first_symbol_ + static_cast<long>(symbol);
  long small = 0;
  if (row.at(i, phi, small)) return small;
  return row.at(Integer(i), Integer(phi));
}

Rational LayerTokens::base(std::size_t position, Symbol symbol) const {
  Rational result = layer_.readout_bias;
  if (layer_.residual) result += at(readout_.front(), position, symbol);
  return result;
}

std::vector<Integer> LayerTokens::query(std::size_t variable, std::size_t position, Symbol symbol) const {
  std::vector<Integer> result;
  result.reserve(integer_query_[variable].size());
  for (const auto& row : integer_query_[variable]) result.push_back(numerator_of(at(row, position, symbol)));
  return result;
}

bool LayerTokens::query(std::size_t variable, std::size_t position, Symbol symbol,
                        std::vector<long>& out) const {
  out.resize(integer_query_[variable].size());
  for (std::size_t r = 0; r < out.size(); ++r) {
    if (!integer_query_[variable][r].at(static_cast<long>(position) + 1,
                                        first_symbol_ + static_cast<long>(symbol), out[r])) {
      return false;
    }
  }
  return true;
}

Rational LayerTokens::value(std::size_t variable, std::size_t position, Symbol symbol,
                            std::size_t which) const {
  return at(value_rows_[variable - 1][which], position, symbol);
}

bool LayerTokens::is_zero_pair(std::size_t u, std::size_t v) const {
  // The bilinear form W_u^T W_v.
  const RationalMatrix& a = query_matrices_[u];
  const RationalMatrix& b = query_matrices_[v];
  for (Eigen::Index r = 0; r < a.cols(); ++r) {
    for (Eigen::Index c = 0; c < b.cols(); ++c) {
      Rational sum = 0;
      for (Eigen::Index k = 0; k < a.rows(); ++k) {
        if (a(k, r) != 0 && b(k, c) != 0) sum += a(k, r) * b(k, c);
      }
      if (sum != 0) return false;
    }
  }
  return true;
}

}  // namespace attest
