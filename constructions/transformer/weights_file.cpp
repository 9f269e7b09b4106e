#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/transformer/transformer_layer.hpp"

namespace attest {

namespace {

std::string short_text(const Json& json) {
  const std::string text = json.dump();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

const Json& field(const Json& json, const std::string& name, const std::string& where) {
  if (!json.is_object() || !json.contains(name)) {
    throw UsageError(where + name +
                     ": missing, expected a field as `attest show CLAIM ... --format json` prints it");
  }
  return json[name];
}

Rational number(const Json& json, const std::string& where) {
  if (json.is_number_integer()) return Rational(json.get<long>());
  const auto value = json.is_string() ? rational_from_string(json.get<std::string>()) : std::nullopt;
  if (!value) throw UsageError(where, json.dump(), "an integer or a string \"p/q\"");
  return *value;
}

RationalVector vector_from(const Json& json, Eigen::Index length, const std::string& where) {
  if (!json.is_array() || (length >= 0 && static_cast<Eigen::Index>(json.size()) != length)) {
    throw UsageError(where, short_text(json),
                     length < 0 ? "an array of numbers" : fmt::format("an array of {} numbers", length));
  }
  RationalVector result(static_cast<Eigen::Index>(json.size()));
  for (Eigen::Index k = 0; k < result.size(); ++k) {
    result(k) = number(json[static_cast<std::size_t>(k)], fmt::format("{}[{}]", where, k));
  }
  return result;
}

RationalMatrix matrix_from(const Json& json, Eigen::Index rows, Eigen::Index columns,
                           const std::string& where) {
  if (!json.is_array() || (rows >= 0 && static_cast<Eigen::Index>(json.size()) != rows)) {
    throw UsageError(where, short_text(json),
                     rows < 0 ? "an array of rows" : fmt::format("an array of {} rows", rows));
  }
  RationalMatrix result(static_cast<Eigen::Index>(json.size()), columns);
  for (Eigen::Index r = 0; r < result.rows(); ++r) {
    result.row(r) =
        vector_from(json[static_cast<std::size_t>(r)], columns, fmt::format("{}[{}]", where, r)).transpose();
  }
  return result;
}

// "p/q*sqrt(r)" as Surd::to_string prints it.
Surd scale_from(const Json& json, const std::string& where) {
  const auto fail = [&]() -> UsageError {
    return {where, json.dump(), "a positive number p/q, sqrt(r) or p/q*sqrt(r) as a string"};
  };
  if (json.is_number_integer() && json.get<long>() > 0) return Surd(Rational(json.get<long>()));
  if (!json.is_string()) throw fail();
  std::string text = json.get<std::string>();
  Surd result(Rational(1));
  const std::size_t root = text.find("sqrt(");
  if (root != std::string::npos) {
    if (text.back() != ')') throw fail();
    const auto radicand = rational_from_string(text.substr(root + 5, text.size() - root - 6));
    if (!radicand || *radicand <= 0) throw fail();
    result = Surd::square_root(*radicand);
    if (root != 0) {
      if (text[root - 1] != '*') throw fail();
      text.resize(root - 1);
    } else {
      text = "1";
    }
  }
  const auto factor = rational_from_string(text);
  if (!factor || *factor <= 0) throw fail();
  return Surd(*factor) * result;
}

Eigen::Index dimension_from(const Json& json) {
  const Json& value = field(json, "embedding_dimension", "");
  if (!value.is_number_integer() || value.get<long>() < 1 || value.get<long>() > 1000) {
    throw UsageError("embedding_dimension", value.dump(), "an integer from 1 to 1000");
  }
  return value.get<long>();
}

TransformerLayerHead head_from(const Json& json, Eigen::Index d, const std::string& where) {
  TransformerLayerHead head;
  const Json& mechanism = field(json, "mechanism", where);
  head.mechanism =
      mechanism_from_string(mechanism.is_string() ? mechanism.get<std::string>() : mechanism.dump());
  head.scale = scale_from(field(json, "scale", where), where + "scale");
  for (const auto& name : query_names(head.mechanism)) {
    head.query.push_back(matrix_from(field(json, name, where), d, d, where + name));
  }
  for (const char* name : {"V_1", "V_2"})
    head.value.push_back(matrix_from(field(json, name, where), d, d, where + name));
  return head;
}

ReluNetwork network_from(const Json& json, Eigen::Index d) {
  if (!json.is_array() || json.empty()) {
    throw UsageError("network", short_text(json), "an array of layers {\"weight\": [[..]], \"bias\": [..]}");
  }
  std::vector<AffineMap> layers;
  Eigen::Index inputs = d;
  for (std::size_t k = 0; k < json.size(); ++k) {
    const std::string where = fmt::format("network[{}].", k);
    AffineMap map;
    map.weight = matrix_from(field(json[k], "weight", where), -1, inputs, where + "weight");
    map.bias = vector_from(field(json[k], "bias", where), map.weight.rows(), where + "bias");
    inputs = map.weight.rows();
    layers.push_back(std::move(map));
  }
  if (inputs != 1) throw UsageError("network", fmt::format("{} outputs", inputs), "one output");
  return ReluNetwork(std::move(layers));
}

}  // namespace

TransformerLayer layer_from_json(const Json& json, const std::vector<std::string>& features) {
  TransformerLayer layer;
  layer.features = features;
  const Eigen::Index d = dimension_from(json);
  const Json& encoding = field(json, "encoding", "");
  if (!encoding.is_array() || static_cast<Eigen::Index>(encoding.size()) != d) {
    throw UsageError("encoding", short_text(encoding), fmt::format("an array of {} polynomials", d));
  }
  for (std::size_t c = 0; c < encoding.size(); ++c) {
    const auto parsed =
        encoding[c].is_string() ? Polynomial::parse(encoding[c].get<std::string>(), features) : std::nullopt;
    if (!parsed) {
      throw UsageError(fmt::format("encoding[{}]", c), short_text(encoding[c]),
                       fmt::format("a polynomial in {}", fmt::join(features, ", ")));
    }
    layer.encoding.push_back(*parsed);
  }
  const Json& heads = field(json, "heads", "");
  if (!heads.is_array() || heads.empty()) throw UsageError("heads", short_text(heads), "an array of heads");
  for (std::size_t h = 0; h < heads.size(); ++h) {
    layer.heads.push_back(head_from(heads[h], d, fmt::format("heads[{}].", h)));
    if (!(layer.heads[h].scale == layer.heads.front().scale)) {
      throw UsageError(fmt::format("heads[{}].scale", h), layer.heads[h].scale.to_string(),
                       "the scale of the first head");
    }
  }
  layer.output_matrix =
      matrix_from(field(json, "W_O", ""), d, d * static_cast<Eigen::Index>(heads.size()), "W_O");
  const Json& residual = field(json, "residual", "");
  if (!residual.is_boolean()) throw UsageError("residual", residual.dump(), "true or false");
  layer.residual = residual.get<bool>();
  layer.network = network_from(field(json, "network", ""), d);
  return layer;
}

}  // namespace attest
