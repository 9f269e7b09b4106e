// The layers of Lemmas B.3 and B.5 of seed 001_9fe7599dfb64bc47.txt for which Definition 3.3 has weights at every token, and which
// serve whatever those are: for Corollary B.9 (line 589), where the paper has exact-match layers most of whose queries find no
// key. Ours.
#pragma once

#include <memory>

#include "constructions/anna/routing.hpp"
#include "protocols/machine_layer.hpp"
#include "protocols/weighted_encoding.hpp"

namespace attest {

// Which tokens send to which machines in one head, so that the others are enough to offer every machine's key there.
//
// T tokens; the machines 1, ..., T are cut into blocks of F = max(1, floor(T/2)), a group for each block and each parity. In the
// group of a block and a parity the tokens of this parity send; of the others, at least F where T >= 2, the first offer one key of
// the block each, with value 0. A token whose machine is not in the block asks for the block's first. So every query finds the
// key of a token of the other parity at least. 2 ceil(T/F) groups: 4 where T is even, 6 where it is odd and more than 1. A single
// token always has its own key, in one group.
class RoutingGroups {
 public:
  explicit RoutingGroups(long tokens);

  long count() const { return tokens_ == 1 ? 1 : 2 * blocks_; }
  bool sends(long group, long token) const;
  bool reaches(long group, long machine) const;
  // The machine that this token asks for, whose messages it wants.
  long query(long group, long machine) const;
  // The machine whose key this token offers without a message; 0 where it does not.
  long padded(long group, long token) const;

 private:
  long first(long group) const { return group / 2 * block_ + 1; }

  long tokens_, block_, blocks_;
};

// As anna_initialization_layer, but that tokens which play no machine with input ask for machine 1's.
attention::MatchLayer anna_matched_initialization_layer(const mpc::MachineTokens& tokens, long n, long s);
// As anna_initial_memory; `s`, `n` and the token's number say which words there are. The numbers (w input, w idx) of a word are
// divided by each other, w idx is not 0.
std::optional<mpc::Memory> anna_matched_initial_memory(const attention::State& state, long number, long n,
                                                       long s);

// As anna_routing_layer, with `heads` heads for each group: the h-th message of a machine goes through the h-th head of the group of
// its parity and its destination's block.
attention::MatchLayer anna_matched_routing_layer(const mpc::MachineTokens& tokens, std::string name,
                                                 mpc::Local local, mpc::StateReader read, long heads,
                                                 std::shared_ptr<const mpc::WeightedEncoding> encoding,
                                                 Addressee addressee);
// As anna_received: of the machine that the token's addressee is. A message to another one is the answer to a question that the
// token had to ask.
mpc::TokenState anna_matched_received(const attention::State& state, const mpc::MachineTokens& tokens,
                                      long heads, const mpc::WeightedEncoding& encoding, long addressee);

}  // namespace attest
