#include "constructions/anna/routing.hpp"

#include <algorithm>

#include "constructions/anna/initialization.hpp"

namespace attest {

using mpc::HeadToken;
using mpc::Row;

// Lemma B.3, for machine i with messages to dest_1, ..., dest_t, t <= heads, after its local computation:
//   query  q_i^h = p_i for all h                               (line 506)
//   key    k_i^h = p_{dest_h}                                  (line 510); none for h > t
//   value  v_i^h = emb(Msg_{dest_h}, dest_h, i)                (line 514)
// A head holds at most one message from each machine, and a machine receives from at most s machines (each
// message has a word), so at most s encodings from different machines are averaged: what Lemma B.4 asks for.
mpc::ExactMatchLayer anna_routing_layer(std::string name, mpc::Local local, mpc::StateReader read, long heads,
                                        std::shared_ptr<const mpc::MessageEncoding> encoding,
                                        Addressee addressee, bool identities) {
  mpc::ExactMatchLayer layer;
  layer.name = std::move(name);
  layer.value_dimensions.assign(static_cast<std::size_t>(heads), encoding->dimension());
  if (identities) layer.value_dimensions.push_back(1);
  layer.project = [=](const Row& row, long position) {
    const mpc::TokenState state = read(row, position);
    std::vector<mpc::Message> sent;
    if (state.readable && state.identity >= 1 &&
        state.identity <= static_cast<long>(encoding->code().position.size())) {
      sent = local(state.identity, state.memory);
    }
    std::vector<HeadToken> tokens(static_cast<std::size_t>(heads));
    for (std::size_t h = 0; h < tokens.size(); ++h) {
      tokens[h].query = addressee(state.identity);
      if (h >= sent.size()) continue;
      tokens[h].key = sent[h].destination;
      tokens[h].value = encoding->encode({sent[h].words, sent[h].destination, state.identity});
    }
    if (identities) tokens.push_back(own_identity_head(state.identity));
    return tokens;
  };
  return layer;
}

mpc::TokenState anna_received(const Row& row, long heads, const mpc::MessageEncoding& encoding) {
  mpc::TokenState state;
  const auto dimension = static_cast<std::size_t>(encoding.dimension());
  for (long h = 0; h < heads; ++h) {
    const auto letters = encoding.decode(std::span(row).subspan(h * dimension, dimension));
    if (!letters) {
      state.readable = false;
      return state;
    }
    for (const mpc::Letter& letter : *letters) state.memory.push_back({letter.source, letter.message});
  }
  std::sort(state.memory.begin(), state.memory.end(),
            [](const mpc::Item& a, const mpc::Item& b) { return a.tag < b.tag; });
  return state;
}

}  // namespace attest
