#include "exchange/exported_layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "attention/head_sums.hpp"
#include "attention/readout_network.hpp"
#include "claims/usage_error.hpp"
#include "exchange/head_arrays.hpp"

namespace attest::exchange {

namespace {

using attention::Layer;
using attention::Token;

// Which kind a token is, from the cells of an input.
void add_tokens(const Layer& layer, const theorems::TokenTable& table, std::size_t cells,
                std::vector<Array>& arrays) {
  const std::size_t tokens = layer.tokens();
  std::vector<std::int64_t> first(layer.first.begin(), layer.first.end() - 1);
  std::vector<std::int64_t> strides(tokens * cells, 0);
  for (Token token = 0; token < tokens; ++token) {
    const auto& reads = table.reads_of(token);
    const auto& of_token = table.strides_of(token);
    for (std::size_t k = 0; k < reads.size(); ++k)
      strides[token * cells + reads[k]] += static_cast<std::int64_t>(of_token[k]);
  }
  arrays.push_back(integer_array("first", {tokens}, std::move(first),
                                 "the row of X that a token shows where all cells are 0"));
  arrays.push_back(integer_array("strides", {tokens, cells}, std::move(strides),
                                 "how many rows of X further a token shows for each step of a cell"));
  arrays.push_back(row_array("X", layer.stream, layer.dimension(),
                             "the encoding of every token with every content, one row each"));
}

Array output_map(const Layer& layer, std::size_t dimension, const ExportedBlock& block) {
  std::vector<std::size_t> first{0};
  for (const ExportedHead& head : block.heads) first.push_back(first.back() + head.value_length);
  const std::size_t columns = first.back();
  std::vector<Rational> numbers(dimension * columns, Rational(0));
  for (const Layer::Landing& landing : layer.landings)
    numbers[landing.to * columns + first[landing.head] + landing.from] += landing.factor;
  return real_array(block.prefix + "W_O", {dimension, columns}, std::move(numbers),
                    "what the heads' values, one head behind the other, add to the stream");
}

void add_readouts(const Layer& layer, std::size_t dimension, ExportedLayer& exported) {
  for (std::size_t k = 0; k < layer.readouts.size(); ++k) {
    const attention::Readout& readout = layer.readouts[k];
    exported.readouts.push_back(readout);
    exported.readout_maps.push_back(0);
    if (!readout.is_piecewise_linear()) continue;
    const ReluNetwork network = attention::network_of(readout, dimension);
    for (const AffineMap& map : network.layers()) {
      const std::string name = fmt::format("readout{}_", k + 1);
      const std::size_t number = ++exported.readout_maps.back();
      exported.arrays.push_back(
          matrix_array(fmt::format("{}W{}", name, number), map.weight,
                       "an affine map of the readout; max(0, .) stands between two of them"));
      exported.arrays.push_back(
          real_array(fmt::format("{}b{}", name, number), {static_cast<std::size_t>(map.bias.size())},
                     {map.bias.data(), map.bias.data() + map.bias.size()}, "what that map adds"));
    }
  }
}

}  // namespace

const Array* ExportedLayer::find(const std::string& name) const {
  const auto found =
      std::find_if(arrays.begin(), arrays.end(), [&](const Array& each) { return each.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

const Array& ExportedLayer::array(const std::string& name) const {
  const Array* found = find(name);
  if (found == nullptr) throw std::out_of_range("no array " + name);
  return *found;
}

const char* ExportedLayer::decision_name() const {
  if (vector) return "none";
  return decision == Decision::sign ? "sign" : "nearest";
}

Json ExportedLayer::structure() const {
  Json layers = Json::array();
  for (const ExportedBlock& block : blocks) {
    Json heads = Json::array();
    for (const ExportedHead& head : block.heads) {
      heads.push_back({{"name", head.name},
                       {"kernel", attention::to_string(head.kernel)},
                       {"variables", head.variables()},
                       {"monomials", head.monomials},
                       {"values", head.factors}});
    }
    layers.push_back({{"prefix", block.prefix}, {"residual", block.residual}, {"heads", std::move(heads)}});
  }
  return {{"layers", layers}, {"readouts", readout_maps}, {"decision", decision_name()}};
}

ExportedLayer exported_layer(const std::vector<std::pair<const Layer*, std::vector<Token>>>& layers,
                             const theorems::TheoremTask& task, std::uint64_t most_entries) {
  const theorems::TokenTable* table = task.table();
  if (table == nullptr) throw std::logic_error("a layer without tokens");
  const Layer& first = *layers.front().first;
  ExportedLayer exported;
  exported.cells = task.layout().cells();
  exported.decision = task.decision();
  exported.vector = task.vector_answer() != nullptr;
  if (Integer(first.kinds()) * first.dimension() > most_entries) {
    throw UsageError(fmt::format("the encoding has {} rows of {} numbers: more than --max-bytes allows",
                                 first.kinds(), first.dimension()));
  }
  add_tokens(first, *table, exported.cells, exported.arrays);

  std::vector<Token> before(first.tokens());  // those that a layer reads
  std::iota(before.begin(), before.end(), Token{0});
  for (const auto& [layer, receivers] : layers) {
    ExportedBlock block;
    if (!exported.blocks.empty()) block.prefix = fmt::format("layer{}_", exported.blocks.size() + 1);
    block.residual = layer->residual;
    block.receivers = receivers.size();
    exported.arrays.push_back(integer_array(
        block.prefix + "receivers", {receivers.size()}, places_in(before, receivers),
        &receivers == &layers.back().second ? "the tokens whose output is judged, from 0"
                                            : "the tokens whose stream the next layer looks at, from 0"));
    const HeadPlace place{block.prefix, before, receivers, exported.blocks.empty()};
    for (std::size_t h = 0; h < layer->heads.size(); ++h)
      block.heads.push_back(add_head(layer->heads[h], h, place, most_entries, exported.arrays));
    exported.arrays.push_back(output_map(*layer, first.dimension(), block));
    exported.blocks.push_back(std::move(block));
    before = receivers;
  }
  add_readouts(*layers.back().first, first.dimension(), exported);
  return exported;
}

}  // namespace attest::exchange
