#include "theorems/explanation/scene.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/table_parameters.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems {

namespace {

std::size_t dimension_of(const LayerSetting& setting) {
  if (setting.match_layers() != nullptr) return setting.match_layers()->width();
  if (setting.stack() != nullptr) return setting.stack()->layers().front().dimension();
  return setting.prepared().layer().dimension();
}

// Of the tokens of this kind, as far as they are named.
std::vector<std::string> names_of(const LayerStatement& layer, const std::string& kind,
                                  const NetworkNames& constants) {
  for (const EncodingStatement& encoding : layer.encodings) {
    if (encoding.kind == kind) return named_coordinates(encoding.coordinates, encoding.encoding, constants);
  }
  return named_coordinates(layer.coordinates, layer.encoding, constants);
}

}  // namespace

bool names_need_kinds(const TokenTable& table) {
  const auto& kinds = table.kinds_of_tokens();
  for (attention::Token token = 0; token < table.tokens(); ++token) {
    const std::size_t own = table.group_of(token);
    for (std::size_t other = own + 1; other < kinds.size(); ++other) {
      const bool alike = kinds[other].indices.size() == kinds[own].indices.size() &&
                         table.token(kinds[other], table.indices_of(token)).has_value();
      if (alike) return true;
    }
  }
  return false;
}

std::string name_with_kind(const TokenTable& table, attention::Token token) {
  return table.kinds_of_tokens()[table.group_of(token)].name + " " + table.indices_text(token);
}

Json Scene::name(attention::Token token) const {
  if (kinds_named) return name_with_kind(table, token);
  return setting.task().position_name(token);
}

std::string said_position(const Json& position) {
  if (position.is_string()) return position.get<std::string>();
  if (!position.is_array()) return position.dump();
  std::string text = "(";
  for (const Json& entry : position) text += (text.size() > 1 ? "," : "") + entry.dump();
  return text + ")";
}

Json Scene::names(std::span<const attention::Token> tuple) const {
  Json all = Json::array();
  for (const attention::Token token : tuple) all.push_back(name(token));
  return all;
}

std::string Scene::said(std::span<const attention::Token> tuple) const {
  if (tuple.size() == 1) {
    const Json only = name(tuple.front());
    return (only.is_string() ? "" : "token ") + said_position(only);
  }
  std::string text;
  for (const attention::Token token : tuple) text += (text.empty() ? "" : ", ") + said_position(name(token));
  return "the tuple (" + text + ")";
}

Scene scene_of(const TheoremClaim& claim, const LayerSetting& setting, const Word& word, std::size_t which) {
  const auto* task = dynamic_cast<const TheoremTask*>(&setting.task());
  if (task == nullptr || task->table() == nullptr)
    throw UsageError(claim.info().id + ": there are no tokens to explain");
  const auto receiver = static_cast<attention::Token>(task->judged_positions()[which]);
  const VectorAnswer* vector = task->vector_answer();
  Scene scene{setting,
              *task->table(),
              word,
              which,
              receiver,
              {},
              task->wanted(word, which),
              vector == nullptr ? 0 : which % vector->dimension,
              {},
              "",
              names_need_kinds(*task->table())};
  scene.kinds.resize(task->tokens());
  task->kinds(word, scene.kinds);
  const TheoremText text = variant_of(claim.text(), attest::to_string(setting.variant()));
  std::vector<std::string> named;
  const std::size_t dimension = dimension_of(setting);
  if (setting.match_layers() != nullptr) {
    for (const Json& name : setting.weights().value("coordinates", Json::array())) named.push_back(name);
    if (named.size() != dimension) named.clear();
  } else if (!text.layers.empty()) {
    std::vector<std::string> tables;
    const TheoremText plain =
        with_lets_written_out(with_tables(with_run_limits(text), setting.parameters(), tables));
    const std::size_t group = task->table()->group_of(receiver);
    named = names_of(plain.layers.front(), task->table()->kinds_of_tokens()[group].name,
                     constants_of(plain, setting.parameters()).names);
  }
  for (std::size_t c = 0; c < dimension; ++c) {
    const bool has_name = c < named.size() && !named[c].empty() && named.size() <= dimension;
    scene.coordinates.push_back(has_name ? named[c] : fmt::format("stream.{}", c + 1));
  }
  if (text.readout && text.readout->value) scene.readout = language::to_string(text.readout->value);
  return scene;
}

Scene scene_at(const Scene& like, const Word& word, std::size_t which) {
  const LayerTask& task = like.setting.task();
  Scene scene{like.setting,
              like.table,
              word,
              which,
              static_cast<attention::Token>(task.judged_positions()[which]),
              std::vector<attention::Kind>(task.tokens()),
              task.wanted(word, which),
              like.coordinate,
              like.coordinates,
              like.readout,
              like.kinds_named};
  task.kinds(word, scene.kinds);
  return scene;
}

}  // namespace attest::theorems
