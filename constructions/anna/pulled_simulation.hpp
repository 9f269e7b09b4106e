// A transformer of approximate-nearest-neighbour attention that plays an MPC protocol with k partners a machine: Theorem B.10 and
// Corollary B.14 (Theorem 4.1) of seed 001_9fe7599dfb64bc47.txt, lines 595 and 633. Ours.
//
// It is fixed beforehand from whom a machine hears (protocols/capacity_protocol.hpp), so that tokens need not be written to: they ask.
// In every head token i's key is p_i, its value all that it holds, and its query the p_j of a token that it asks. All keys of a head are
// different and each query equals one: N(q, r) = N(q, c r) has one element, as tokens and as a set of keys, and Definition 3.3 leaves it the
// weight 1 alone, whatever l is.
//
// With T = n tokens: token i plays the machines i, i + T, ... (at most g = ceil(c^L/T)). Layers:
//   window    G = ceil(log_k s): token i asks i, i + w, ..., i + (k-1) w, each for w words, so that it knows the words i, i + 1, ... of the
//             input, k times as many as before, s at most;
//   place     token i asks token (i-1) s + 1, which knows what machine i has of the input;
//   round     for each round of the protocol, each of a token's machines through heads of its own; in the last one token idx asks
//             in the place of machine ceil(idx/s), whose output it then knows.
#pragma once

#include <vector>

#include "attention/match_layers.hpp"
#include "protocols/capacity_protocol.hpp"
#include "protocols/machine_layer.hpp"

namespace attest {

struct PulledSimulation {
  mpc::Protocol protocol;
  mpc::FixedProtocol fixed;
  long windows = 0;            // G
  long machines_of_token = 1;  // g
  mpc::MachineTokens tokens;
  attention::MatchLayers network;

  long depth() const { return static_cast<long>(network.layers.size()); }
  std::vector<attention::State> states(const mpc::Words& input) const;
  mpc::Words outputs(const std::vector<attention::State>& last) const;
};

// std::invalid_argument as mpc::fixed_protocol. k >= 2.
PulledSimulation anna_pull(const mpc::Protocol& protocol, long k);

}  // namespace attest
