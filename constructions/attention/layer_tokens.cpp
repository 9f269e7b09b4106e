#include "constructions/attention/layer_tokens.hpp"

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
  for (const auto& matrix : layer_.query) integer_query_.push_back(matrix * Rational(denominator_));

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
}

RationalVector LayerTokens::encode(std::size_t position, Symbol symbol) const {
  return layer_.encode(Integer(position + 1), Integer(first_symbol_ + static_cast<long>(symbol)));
}

Rational LayerTokens::base(std::size_t position, Symbol symbol) const {
  Rational result = layer_.readout_bias;
  if (layer_.residual) result += layer_.readout.dot(encode(position, symbol));
  return result;
}

std::vector<Integer> LayerTokens::query(std::size_t variable, std::size_t position, Symbol symbol) const {
  const RationalVector q = integer_query_[variable] * encode(position, symbol);
  std::vector<Integer> result;
  result.reserve(static_cast<std::size_t>(q.size()));
  for (Eigen::Index c = 0; c < q.size(); ++c) result.push_back(numerator_of(q(c)));
  return result;
}

Rational LayerTokens::value(std::size_t variable, std::size_t position, Symbol symbol, std::size_t which) const {
  return layer_.value[variable - 1].row(coordinates_[which]).dot(encode(position, symbol));
}

bool LayerTokens::is_zero_pair(std::size_t u, std::size_t v) const {
  const RationalMatrix form = layer_.query[u].transpose() * layer_.query[v];
  for (Eigen::Index i = 0; i < form.size(); ++i) {
    if (form.data()[i] != 0) return false;
  }
  return true;
}

}  // namespace attest
