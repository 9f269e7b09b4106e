#include "exchange/token_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attest::exchange {

namespace {

// x, f(1), A(1,2): in the order of the field's cells, the last argument fastest.
void add_cells(const theorems::InputField& field, Json& cells) {
  std::vector<std::size_t> at(field.domains.size(), 0);
  for (std::size_t cell = 0; cell < field.cells; ++cell) {
    std::vector<long> arguments;
    for (std::size_t k = 0; k < at.size(); ++k) arguments.push_back(field.domains[k][at[k]]);
    const std::string name =
        arguments.empty() ? field.name : fmt::format("{}({})", field.name, fmt::join(arguments, ","));
    cells.push_back({{"name", name}, {"values", field.values}});
    for (std::size_t k = at.size(); k-- > 0;) {
      if (++at[k] < field.domains[k].size()) break;
      at[k] = 0;
    }
  }
}

Json content(const attention::Layer& layer, const theorems::TokenTable& table, attention::Kind kind) {
  if (!table.possible(kind)) return nullptr;
  Json features = Json::object();
  for (const auto& [name, value] : table.features_of(kind)) features[name] = to_string(value);
  Json row = Json::array();
  for (Eigen::Index c = 0; c < layer.stream[kind].size(); ++c)
    row.push_back(to_string(layer.stream[kind](c)));
  return {{"features", features}, {"x", row}};
}

}  // namespace

Json token_document(const attention::Layer& layer, const theorems::TheoremTask& task) {
  const theorems::TokenTable& table = *task.table();
  Json cells = Json::array();
  for (const theorems::InputField& field : task.layout().fields()) add_cells(field, cells);
  Json tokens = Json::array();
  for (attention::Token token = 0; token < table.tokens(); ++token) {
    Json reads = Json::array();
    for (std::size_t k = 0; k < table.reads_of(token).size(); ++k)
      reads.push_back({{"cell", table.reads_of(token)[k]}, {"stride", table.strides_of(token)[k]}});
    Json contents = Json::array();
    for (attention::Kind kind = layer.first[token]; kind < layer.first[token + 1]; ++kind)
      contents.push_back(content(layer, table, kind));
    const std::string& group = table.kinds_of_tokens()[table.group_of(token)].name;
    Json entry = {{"name", table.name_of(token)}};
    if (!group.empty()) entry["kind"] = group;
    entry["first"] = layer.first[token];
    entry["reads"] = std::move(reads);
    entry["contents"] = std::move(contents);
    tokens.push_back(std::move(entry));
  }
  return {{"cells", std::move(cells)}, {"tokens", std::move(tokens)}};
}

}  // namespace attest::exchange
