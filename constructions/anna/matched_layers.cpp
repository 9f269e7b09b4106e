#include "constructions/anna/matched_layers.hpp"

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest {

using attention::State;
using mpc::HeadToken;

RoutingGroups::RoutingGroups(long tokens)
    : tokens_(tokens), block_(std::max(1L, tokens / 2)), blocks_((tokens + block_ - 1) / block_) {}

bool RoutingGroups::sends(long group, long token) const {
  return tokens_ == 1 || token % 2 == group % 2;
}

bool RoutingGroups::reaches(long group, long machine) const {
  return machine >= first(group) && machine < first(group) + block_ && machine <= tokens_;
}

long RoutingGroups::query(long group, long machine) const {
  return reaches(group, machine) ? machine : first(group);
}

long RoutingGroups::padded(long group, long token) const {
  if (tokens_ == 1) return 1;
  if (sends(group, token)) return 0;
  const long machine = first(group) + (token - 1) / 2;  // the tokens of a parity in their order
  return reaches(group, machine) ? machine : 0;
}

attention::MatchLayer anna_matched_initialization_layer(const mpc::MachineTokens& tokens, long n, long s) {
  const auto dimension = static_cast<std::size_t>(2 * s);
  return mpc::machine_layer(tokens, "init", 1, dimension,
                            {"p_i for i <= ceil(n/s), p_1 for others", "p_ceil(i/s) for i <= n, 0 for others",
                             "(input_i, i) at the entries 2i'-1 and 2i', i' = i mod s, from 1 to s"},
                            [=](long index, const State& state) {
                              HeadToken token;
                              token.query = index <= (n + s - 1) / s ? index : 1;
                              if (index >= 1 && index <= n) {
                                token.key = (index + s - 1) / s;
                                const auto entry = static_cast<std::size_t>(2 * ((index - 1) % s));
                                const std::vector<std::pair<std::size_t, long>> value = {
                                    {entry, to_long(numerator_of(state[1]))}, {entry + 1, index}};
                                token.value = State::of_integers(dimension, value);
                              }
                              return std::vector{std::move(token)};
                            });
}

std::optional<mpc::Memory> anna_matched_initial_memory(const State& state, long number, long n, long s) {
  mpc::Memory memory;
  for (long index = s * (number - 1) + 1; number >= 1 && index <= std::min(n, s * number); ++index) {
    const auto place = static_cast<std::size_t>(1 + 2 * ((index - 1) % s));
    if (state[place + 1] == 0) return std::nullopt;
    const auto word = fits_long(Rational(state[place] / state[place + 1] * index));
    if (!word) return std::nullopt;
    memory.push_back({index, {*word}});
  }
  return memory;
}

attention::MatchLayer anna_matched_routing_layer(const mpc::MachineTokens& tokens, std::string name,
                                                 mpc::Local local, mpc::StateReader read, long heads,
                                                 std::shared_ptr<const mpc::WeightedEncoding> encoding,
                                                 Addressee addressee) {
  const RoutingGroups groups(tokens.count);
  const auto dimension = static_cast<std::size_t>(encoding->dimension());
  const auto count = static_cast<std::size_t>(groups.count() * heads);
  return mpc::machine_layer(
      tokens, std::move(name), count, dimension,
      {addressee.query + "; of the block's first machine where that machine is in another block",
       "p_dest of the message of machine i that goes through the head; of tokens of the other parity the block's machines "
       "in their order, as far as there are some",
       "phi(i^2 and Msg, dest, i); 0 where there is no message"},
      [=, local = std::move(local), read = std::move(read)](long number, const State& state) {
        const mpc::TokenState known = read(state);
        std::vector<mpc::Message> sent;
        if (known.readable && number >= 1 &&
            number <= static_cast<long>(encoding->slots().code().position.size()))
          sent = local(number, known.memory);
        std::vector<HeadToken> result;
        for (long group = 0; group < groups.count(); ++group) {
          for (std::size_t h = 0; h < static_cast<std::size_t>(heads); ++h) {
            HeadToken head{groups.query(group, addressee.machine(number)), groups.padded(group, number), {}};
            if (h < sent.size() && groups.sends(group, number) &&
                groups.reaches(group, sent[h].destination)) {
              head.key = sent[h].destination;
              head.value = encoding->encode({sent[h].words, sent[h].destination, number});
            }
            result.push_back(std::move(head));
          }
        }
        return result;
      });
}

mpc::TokenState anna_matched_received(const State& state, const mpc::MachineTokens& tokens, long heads,
                                      const mpc::WeightedEncoding& encoding, long addressee) {
  mpc::TokenState known;
  const RoutingGroups groups(tokens.count);
  const auto dimension = static_cast<std::size_t>(encoding.dimension());
  for (std::size_t h = 0; h < static_cast<std::size_t>(groups.count() * heads); ++h) {
    const auto letters = encoding.decode(state.slice(1 + h * dimension, dimension));
    if (!letters) {
      known.readable = false;
      return known;
    }
    for (const mpc::Letter& letter : *letters) {
      if (letter.destination == addressee) known.memory.push_back({letter.source, letter.message});
    }
  }
  std::sort(known.memory.begin(), known.memory.end(),
            [](const mpc::Item& a, const mpc::Item& b) { return a.tag < b.tag; });
  return known;
}

}  // namespace attest
