#include "constructions/anna/routing.hpp"

#include <algorithm>

namespace attest {

using attention::State;
using mpc::HeadToken;

// Lemma B.3, for machine i with messages to dest_1, ..., dest_t, t <= heads, after its local computation:
//   query  q_i^h = p_i for all h                               (line 506)
//   key    k_i^h = p_{dest_h}                                  (line 510); none for h > t
//   value  v_i^h = emb(Msg_{dest_h}, dest_h, i)                (line 514)
// A head holds at most one message from each machine, and a machine receives from at most s machines (each
// message has a word), so at most s encodings from different machines are averaged: what Lemma B.4 asks for.
attention::MatchLayer anna_routing_layer(const mpc::MachineTokens& tokens, std::string name, mpc::Local local,
                                         mpc::StateReader read, long heads,
                                         std::shared_ptr<const mpc::MessageEncoding> encoding,
                                         Addressee addressee) {
  const auto dimension = static_cast<std::size_t>(encoding->dimension());
  const auto count = static_cast<std::size_t>(heads);
  return mpc::machine_layer(
      tokens, std::move(name), count, dimension,
      {addressee.query, "p_dest of machine i's h-th message in head h, 0 where there is none",
       "phi(Msg, dest, i)"},
      [=, local = std::move(local), read = std::move(read)](long number, const State& state) {
        const mpc::TokenState known = read(state);
        std::vector<mpc::Message> sent;
        if (known.readable && number >= 1 && number <= static_cast<long>(encoding->code().position.size()))
          sent = local(number, known.memory);
        std::vector<HeadToken> result(count);
        for (std::size_t h = 0; h < count; ++h) {
          result[h].query = addressee.machine(number);
          if (h >= sent.size()) continue;
          result[h].key = sent[h].destination;
          result[h].value = encoding->encode({sent[h].words, sent[h].destination, number});
        }
        return result;
      });
}

mpc::TokenState anna_received(const State& state, long heads, const mpc::MessageEncoding& encoding,
                              mpc::Reading reading) {
  mpc::TokenState known;
  const auto dimension = static_cast<std::size_t>(encoding.dimension());
  for (std::size_t h = 0; h < static_cast<std::size_t>(heads); ++h) {
    const auto letters = encoding.decode(state.slice(1 + h * dimension, dimension), reading);
    if (!letters) {
      known.readable = false;
      return known;
    }
    for (const mpc::Letter& letter : *letters) known.memory.push_back({letter.source, letter.message});
  }
  std::sort(known.memory.begin(), known.memory.end(),
            [](const mpc::Item& a, const mpc::Item& b) { return a.tag < b.tag; });
  return known;
}

}  // namespace attest
