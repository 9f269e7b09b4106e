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
                         std::size_t dimension, Projection project) {
  MatchLayer layer;
  const attention::IndexSet all = every_token(tokens.count);
  for (std::size_t h = 0; h < heads; ++h)
    layer.heads.push_back({fmt::format("head{}", h + 1), {}, {}, {}, dimension, 1 + h * dimension, all});
  if (tokens.numbers_by_head) {
    layer.heads.push_back({"number", {}, {}, {}, 1, 0, all});
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

}  // namespace attest::mpc
