#include "attention/transformer_layer.hpp"

#include <fmt/format.h>

#include "attention/derive_matrix.hpp"
#include "attention/weights_json.hpp"

namespace attest {

RationalVector TransformerLayer::encode(const std::vector<long>& feature_values) const {
  std::map<std::string, Rational> values;
  for (std::size_t f = 0; f < features.size(); ++f) values[features[f]] = Rational(feature_values[f]);
  RationalVector x(dimension());
  for (Eigen::Index c = 0; c < dimension(); ++c)
    x(c) = encoding[static_cast<std::size_t>(c)].evaluate(values);
  return x;
}

TransformerInstance instantiate(const Transformer& record, const std::map<std::string, Polynomial>& sizes) {
  TransformerInstance result;
  TransformerLayer& layer = result.layer;
  layer.features = record.features;
  for (const auto& entry : record.encoding) layer.encoding.push_back(entry.substitute(sizes));
  layer.encoding.resize(static_cast<std::size_t>(record.embedding_dimension));
  for (std::size_t h = 0; h < record.heads.size(); ++h) {
    const TransformerHead& head = record.heads[h];
    TransformerLayerHead numbers;
    numbers.mechanism = head.mechanism;
    numbers.scale = record.scale;
    const auto names = query_names(head.mechanism);
    for (std::size_t q = 0; q < head.query.size(); ++q) {
      const std::string name = fmt::format("{} of head {}", names[q].substr(2), h + 1);
      numbers.query.push_back(derive_matrix(head.query[q], layer.encoding, name, sizes, result.problems));
    }
    for (std::size_t v = 0; v < head.value.size(); ++v) {
      const std::string name = fmt::format("v_{} of head {}", v + 1, h + 1);
      numbers.value.push_back(derive_matrix(head.value[v], layer.encoding, name, sizes, result.problems));
    }
    layer.heads.push_back(std::move(numbers));
  }
  layer.output_matrix = record.output_matrix;
  layer.residual = record.residual;
  layer.network = record.network;
  return result;
}

Json TransformerLayer::to_json() const {
  Json result;
  result["embedding_dimension"] = dimension();
  result["features"] = features;
  result["encoding"] = Json::array();
  for (const auto& entry : encoding) result["encoding"].push_back(entry.to_string());
  result["heads"] = Json::array();
  for (const auto& head : heads) {
    Json h = {{"mechanism", to_string(head.mechanism)}, {"scale", head.scale.to_string()}};
    const auto names = query_names(head.mechanism);
    for (std::size_t q = 0; q < head.query.size(); ++q) h[names[q]] = weights::to_json(head.query[q]);
    for (std::size_t v = 0; v < head.value.size(); ++v) {
      h[fmt::format("V_{}", v + 1)] = weights::to_json(head.value[v]);
    }
    result["heads"].push_back(std::move(h));
  }
  result["W_O"] = weights::to_json(output_matrix);
  result["residual"] = residual;
  result["network"] = network.to_json();
  return result;
}

}  // namespace attest
