#include "constructions/anna/routing_layer.hpp"

#include <algorithm>

#include "protocols/code_parameter.hpp"
#include "protocols/protocol_builder.hpp"

namespace attest {

namespace {

mpc::MachineTokens tokens_of(const mpc::RoundLimits& limits, const mpc::MessageEncoding& encoding,
                             mpc::Reading reading) {
  const long s = limits.s;
  mpc::MachineTokens tokens;
  tokens.count = limits.q;
  tokens.key_bits = mpc::bits_for(limits.q);
  tokens.width = static_cast<std::size_t>(1 + std::max(s * (1 + s), s * encoding.dimension()));
  tokens.numbers_by_head = false;  // the lemma has no such head, and nobody reads the number behind the layer
  tokens.reading = reading;
  return tokens;
}

// The messages that a token's state holds, each at its destination's number.
mpc::TokenState to_send(const mpc::MachineTokens& tokens, long s, const attention::State& state) {
  mpc::TokenState known{tokens.number(state), {}, true};
  const auto entry = [&](std::size_t place) {
    return mpc::read_integer(state[place], tokens.reading).value_or(0);
  };
  for (std::size_t h = 0; h < static_cast<std::size_t>(s); ++h) {
    std::size_t place = 1 + h * static_cast<std::size_t>(1 + s);
    if (entry(place) == 0) break;
    mpc::Item item{entry(place), {}};
    for (long k = 0; k < s && entry(place + 1) != 0; ++k) item.words.push_back(entry(++place) - 1);
    known.memory.push_back(std::move(item));
  }
  return known;
}

}  // namespace

RoutingLayer::RoutingLayer(const Parameters& parameters, mpc::Reading reading)
    : limits{parameters.integer("q"), parameters.integer("s"), parameters.integer("letters")},
      encoding(std::make_shared<const mpc::MessageEncoding>(
          mpc::code_by_name(parameters.text("code"), limits.q, std::min(limits.s, limits.q)), limits.s)),
      tokens(tokens_of(limits, *encoding, reading)),
      layers(mpc::machine_layers(tokens)) {
  const auto local = [](long, const mpc::Memory& memory) {
    std::vector<mpc::Message> sent;
    for (const mpc::Item& item : memory) sent.push_back({item.tag, item.words});
    return sent;
  };
  const auto read = [tokens = tokens, s = limits.s](const attention::State& state) {
    return to_send(tokens, s, state);
  };
  layers.layers.push_back(
      anna_routing_layer(tokens, "route", local, read, limits.s, encoding, own_messages()));
  if (reading == mpc::Reading::nearest) layers.layers.back().kept.clear();
}

std::vector<attention::State> RoutingLayer::states(const mpc::Pattern& pattern) const {
  std::vector<attention::State> states;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    std::vector<std::pair<std::size_t, long>> numbers{{0, static_cast<long>(i) + 1}};
    for (std::size_t h = 0; h < pattern[i].size(); ++h) {
      std::size_t place = 1 + h * static_cast<std::size_t>(1 + limits.s);
      numbers.emplace_back(place, pattern[i][h].destination);
      for (const mpc::Value word : pattern[i][h].words) numbers.emplace_back(++place, word + 1);
    }
    states.push_back(attention::State::of_integers(tokens.width, numbers));
  }
  return states;
}

mpc::TokenState RoutingLayer::received(const attention::State& last) const {
  return anna_received(last, limits.s, *encoding, tokens.reading);
}

}  // namespace attest
