#include <fmt/format.h>

#include "attention/transformer_layer.hpp"
#include "attention/weights_json.hpp"
#include "claims/usage_error.hpp"

namespace attest {

namespace {

TransformerLayerHead head_from(const Json& json, Eigen::Index d, const std::string& where) {
  TransformerLayerHead head;
  const Json& mechanism = weights::field(json, "mechanism", where);
  head.mechanism =
      mechanism_from_string(mechanism.is_string() ? mechanism.get<std::string>() : mechanism.dump());
  std::vector<std::string> names = query_names(head.mechanism);
  names.insert(names.end(), {"mechanism", "scale", "V_1", "V_2"});
  weights::only(json, names, where);
  head.scale = weights::scale(weights::field(json, "scale", where), where + "scale");
  for (const auto& name : query_names(head.mechanism)) {
    head.query.push_back(weights::matrix(weights::field(json, name, where), d, d, where + name));
  }
  for (const char* name : {"V_1", "V_2"}) {
    head.value.push_back(weights::matrix(weights::field(json, name, where), d, d, where + name));
  }
  return head;
}

}  // namespace

TransformerLayer layer_from_json(const Json& json, const std::vector<std::string>& features) {
  TransformerLayer layer;
  layer.features = features;
  weights::only(json,
                {"embedding_dimension", "features", "encoding", "heads", "W_O", "residual", "network",
                 "scale_formula", "network_formula", "rows", "problems"},
                "");
  weights::displayed(json, {{"features", features}}, "features", "");
  const Eigen::Index d = weights::dimension(json);
  layer.encoding = weights::encoding(weights::field(json, "encoding", ""), d, features);
  const Json& heads = weights::field(json, "heads", "");
  if (!heads.is_array() || heads.empty()) {
    throw UsageError("heads", weights::short_text(heads), "an array of heads");
  }
  for (std::size_t h = 0; h < heads.size(); ++h) {
    layer.heads.push_back(head_from(heads[h], d, fmt::format("heads[{}].", h)));
    if (!(layer.heads[h].scale == layer.heads.front().scale)) {
      throw UsageError(fmt::format("heads[{}].scale", h), layer.heads[h].scale.to_string(),
                       "the scale of the first head");
    }
  }
  layer.output_matrix =
      weights::matrix(weights::field(json, "W_O", ""), d, d * static_cast<Eigen::Index>(heads.size()), "W_O");
  const Json& residual = weights::field(json, "residual", "");
  if (!residual.is_boolean()) throw UsageError("residual", weights::short_text(residual), "true or false");
  layer.residual = residual.get<bool>();
  const Json& network = weights::field(json, "network", "");
  if (!network.is_array() || network.empty()) {
    throw UsageError("network", weights::short_text(network), "an array of at least one layer");
  }
  layer.network = weights::network(network, d, 1, "network");
  return layer;
}

}  // namespace attest
