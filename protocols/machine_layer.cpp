#include "protocols/machine_layer.hpp"

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>

#include "attention/whole_number.hpp"

namespace attest::mpc {

using attention::MatchHead;
using attention::MatchLayer;
using attention::MatchOffer;
using attention::State;

namespace {

bool is_identifier(long number, long bits) {
  return number >= 1 && number >> bits == 0;
}

attention::IndexSet every_token(long count) {
  std::vector<attention::Token> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), attention::Token{0});
  return attention::IndexSet::product({all}, all.size());
}

}  // namespace

State MachineTokens::digits(long identifier) const {
  std::vector<std::pair<std::size_t, long>> ones;
  for (long b = 0; b < key_bits && is_identifier(identifier, key_bits); ++b) {
    if ((identifier >> b) % 2 == 1) ones.emplace_back(static_cast<std::size_t>(b), 1);
  }
  return State::of_integers(static_cast<std::size_t>(key_bits), ones);
}

long MachineTokens::number(const State& state) const {
  const long number = read_integer(state[0], reading).value_or(0);
  if (is_identifier(number, key_bits)) return number;
  if (reading == Reading::nearest) throw UndefinedState("a query is no identifier");
  return 0;
}

MatchLayer machine_layer(const MachineTokens& tokens, std::string name, std::size_t heads,
                         std::size_t dimension, const attention::ProgramFormulas& formulas,
                         Projection project) {
  MatchLayer layer;
  const attention::IndexSet all = every_token(tokens.count);
  for (std::size_t h = 0; h < heads; ++h)
    layer.heads.push_back(
        {fmt::format("head{}", h + 1), {}, {}, {}, dimension, 1 + h * dimension, all, formulas});
  if (tokens.numbers_by_head) {
    layer.heads.push_back({"number", {}, {}, {}, 1, 0, all, {"p_i", "p_i", "(i), the token's own number"}});
  } else {
    layer.kept = {0};
  }
  const auto run = [tokens, heads, dimension, project = std::move(project)](const State& state) {
    const long number = tokens.number(state);
    std::vector<HeadToken> projected;
    try {
      projected = project(number, state);
    } catch (const std::invalid_argument& refused) {  // of MessageEncoding::encode
      throw UndefinedState(refused.what());
    }
    if (projected.size() != heads)
      throw std::logic_error("a machine's program gives other heads than its layer has");
    std::vector<MatchOffer> offers;
    for (HeadToken& head : projected) {
      offers.push_back({tokens.digits(head.query), tokens.digits(head.key),
                        head.value.empty() ? State::zeros(dimension) : std::move(head.value)});
    }
    if (tokens.numbers_by_head)
      offers.push_back({tokens.digits(number), tokens.digits(number), State{Rational(number)}});
    return offers;
  };
  layer.program = {std::move(name), run};
  return layer;
}

attention::MatchLayers machine_layers(const MachineTokens& tokens) {
  attention::MatchLayers layers;
  layers.first.assign(static_cast<std::size_t>(tokens.count) + 1, 0);
  return layers;
}

Json machine_layers_json(const MachineTokens& tokens, const attention::MatchLayers& layers) {
  Json shown = Json::array();
  for (const MatchLayer& layer : layers.layers) {
    const auto& heads = layer.heads;
    Json kinds = Json::array();
    for (std::size_t first = 0, end = 0; first < heads.size(); first = end) {
      const MatchHead& head = heads[first];
      while (end < heads.size() && heads[end].formulas == head.formulas) ++end;
      kinds.push_back(
          {{"heads", end == first + 1 ? head.name
                                      : fmt::format("{}{}{}", head.name, end == first + 2 ? ", " : ", ..., ",
                                                    heads[end - 1].name)},
           {"query", head.formulas.query},
           {"key", head.formulas.key},
           {"value", head.formulas.value},
           {"value_dimension", head.value_length()}});
    }
    shown.push_back({{"layer", layer.program->name}, {"heads", std::move(kinds)}});
  }
  Json result = {{"query_key_dimension", tokens.key_bits}, {"layers", std::move(shown)}};
  if (layers.psi_program) result["psi"] = layers.psi_program->name;
  return result;
}

Json simulation_json(const Protocol& protocol, const MachineTokens& tokens,
                     const attention::MatchLayers& layers) {
  Json result = {
      {"protocol", protocol.name}, {"rounds", protocol.round_count()}, {"machines", protocol.machines}};
  result.update(machine_layers_json(tokens, layers));
  return result;
}

}  // namespace attest::mpc
