// A layer, or several, as `attest show` prints them.
#include <fmt/format.h>

#include <algorithm>

#include "attention/weights_json.hpp"
#include "theorems/weights_file.hpp"
#include "theorems/weights_tables.hpp"

namespace attest::theorems {

Json displayed_rows(const std::vector<std::pair<std::string, Expression>>& rows) {
  Json result = Json::object();
  for (const auto& [name, row] : rows) result[name] = language::to_string(row);
  return result;
}

namespace {

using attention::Head;
using attention::Layer;
using language::Expression;

Json map_json(const std::optional<RationalMatrix>& map) {
  return map ? weights::to_json(*map) : Json(arbitrary_function);
}

Json head_json(const Head& head, const LayerText::Rows& text) {
  Json result = {{"name", head.name},
                 {"kernel", attention::to_string(head.kernel)},
                 {"attention", head.polynomial.to_string()},
                 {"scale", head.scale.to_string()}};
  for (std::size_t v = 0; v < head.maps.size(); ++v) {
    // Behind the first of several layers there are maps alone.
    const bool given = head.rows.empty()
                           ? head.maps[v].has_value()
                           : std::any_of(head.rows[v].begin(), head.rows[v].end(),
                                         [](const RationalVector& row) { return row.size() != 0; });
    if (given) result[fmt::format("W_{}", v + 1)] = map_json(head.maps[v]);
  }
  for (const Head::Factor& factor : head.value)
    result[fmt::format("V_{}", factor.variable + 1)] = map_json(factor.map);
  result["rows"] = displayed_rows(text.rows);
  result["values"] = displayed_rows(text.values);
  return result;
}

Json readout_json(const ReadoutStatement& readout) {
  if (readout.value) return language::to_string(readout.value);
  Json maps = Json::array();
  for (const auto& map : readout.maps) {
    maps.push_back({{"W", language::to_string(map.weight)}});
    if (map.bias) maps.back()["b"] = language::to_string(map.bias);
  }
  return maps;
}

// What is read back as expressions; of rows the numbers are.
std::vector<Expression> expressions_of(const LayerText& text) {
  std::vector<Expression> result;
  for (const Encoding& encoding : text.encodings)
    result.insert(result.end(), encoding.coordinates.begin(), encoding.coordinates.end());
  if (!text.readout) return result;
  result.push_back(text.readout->value);
  for (const auto& map : text.readout->maps) {
    result.push_back(map.weight);
    result.push_back(map.bias);
  }
  return result;
}

// With what they give to the stream.
void add_heads(Json& json, const Layer& layer, const std::vector<LayerText::Rows>& text) {
  json["heads"] = Json::array();
  for (std::size_t h = 0; h < layer.heads.size(); ++h)
    json["heads"].push_back(head_json(layer.heads[h], text[h]));
  json["W_O"] = Json::array();
  for (const auto& landing : layer.landings) {
    if (landing.head >= layer.heads.size()) continue;
    json["W_O"].push_back({{"from", fmt::format("{}.{}", layer.heads[landing.head].name, landing.from + 1)},
                           {"to", fmt::format("stream.{}", landing.to + 1)},
                           {"factor", attest::to_string(landing.factor)}});
  }
}

// "layers" in the place of the first one's fields.
void add_layers_behind(Json& json, const BuiltLayer& built) {
  Json layers = Json::array();
  layers.push_back({{"residual", json["residual"]}, {"heads", json["heads"]}, {"W_O", json["W_O"]}});
  for (const char* field : {"residual", "heads", "W_O"}) json.erase(field);
  for (std::size_t l = 0; l < built.behind.size(); ++l) {
    layers.push_back({{"residual", built.behind[l].residual}});
    add_heads(layers.back(), built.behind[l], built.text_behind[l]);
  }
  json["layers"] = std::move(layers);
}

}  // namespace

Json weights_json(const BuiltLayer& built) {
  if (built.match_layers) return built.match_layers_json;
  const Layer& layer = built.layer;
  Json json;
  json["embedding_dimension"] = layer.stream.empty() ? 0 : layer.dimension();
  json["residual"] = layer.residual;
  json["encoding"] = Json::object();
  for (const Encoding& encoding : built.text.encodings) {
    Json list = Json::array();
    for (const Expression& coordinate : encoding.coordinates) list.push_back(language::to_string(coordinate));
    if (built.text.encodings.size() == 1) {
      json["encoding"] = std::move(list);
    } else {
      json["encoding"][encoding.tokens] = std::move(list);
    }
  }
  if (Json tables = tables_json(expressions_of(built.text)); !tables.empty())
    json["tables"] = std::move(tables);
  add_heads(json, layer, built.text.heads);
  if (!built.behind.empty()) add_layers_behind(json, built);
  if (built.text.readout) json["readout"] = readout_json(*built.text.readout);
  return json;
}

}  // namespace attest::theorems
