#include "protocols/encoding_layers.hpp"

#include <numeric>
#include <stdexcept>

#include "attention/whole_number.hpp"

namespace attest::mpc {

using attention::MatchLayers;
using attention::MatchOffer;
using attention::State;

namespace {

std::size_t width_of(const MessageEncoding& encoding) {
  return static_cast<std::size_t>(
      encoding.dimension());  // a slot alone has room for a message and three numbers
}

std::vector<MatchOffer> offers(const MessageEncoding& encoding, const State& state) {
  Letter letter;
  letter.destination = 1;
  letter.source = whole_number(state[0]);
  for (long k = 1; k <= encoding.longest() && state[static_cast<std::size_t>(k)] != 0; ++k)
    letter.message.push_back(whole_number(state[static_cast<std::size_t>(k)]) - 1);
  const State asks{Rational(1)};
  if (letter.message.empty())
    return {{asks, State::zeros(1), State::zeros(static_cast<std::size_t>(encoding.dimension()))}};
  try {
    return {{asks, asks, encoding.encode(letter)}};
  } catch (const std::invalid_argument& refused) {  // a rounded number may be no machine
    throw UndefinedState(refused.what());
  }
}

State state_of(const MessageEncoding& encoding, long machine, const Words& message) {
  std::vector<std::pair<std::size_t, long>> numbers{{0, machine}};
  for (const Value word : message) numbers.emplace_back(numbers.size(), word + 1);
  return State::of_integers(width_of(encoding), numbers);
}

}  // namespace

MatchLayers encoding_layers(std::shared_ptr<const MessageEncoding> encoding, long senders) {
  std::vector<attention::Token> all(static_cast<std::size_t>(senders) + 1);
  std::iota(all.begin(), all.end(), attention::Token{0});
  MatchLayers layers;
  layers.first.assign(all.size() + 1, 0);
  attention::MatchLayer layer;
  layer.heads.push_back({"head1",
                         {},
                         {},
                         {},
                         static_cast<std::size_t>(encoding->dimension()),
                         0,
                         attention::IndexSet::product({all}, all.size())});
  layer.program = {"phi", [encoding](const State& state) { return offers(*encoding, state); }};
  layers.layers.push_back(std::move(layer));
  return layers;
}

std::vector<State> encoding_states(const MessageEncoding& encoding, long senders,
                                   const std::vector<Letter>& sent) {
  std::vector<State> states;
  states.reserve(static_cast<std::size_t>(senders) + 1);
  if (sent.empty() || sent.front().source != 1) states.push_back(state_of(encoding, 1, {}));
  for (const Letter& letter : sent) states.push_back(state_of(encoding, letter.source, letter.message));
  states.resize(static_cast<std::size_t>(senders) + 1, State::zeros(width_of(encoding)));
  return states;
}

}  // namespace attest::mpc
