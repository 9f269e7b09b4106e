// Runs a protocol as Definition 2.3 says and enforces its limits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocols/protocol.hpp"

namespace attest::mpc {

// The first limit that was broken: machines in order within a round, sending before receiving.
struct Violation {
  long machine = 0;
  long round = 0;  // 0: the distribution of the input; R + 1: the reading of the output
  std::string what;
  std::string text() const;  // "machine 2 in round 3: sends 5 words, the limit is s = 4"
};

struct Run {
  // memories[r][i-1]: what machine i knows before round r + 1; r = 0, ..., R. Shorter after a violation.
  std::vector<std::vector<Memory>> memories;
  Words output;  // empty after a violation
  std::optional<Violation> violation;
  long most_sent = 0;      // words, over machines and rounds
  long most_received = 0;  // words
  long most_held = 0;      // words of memory after a round, with what a machine keeps
  long most_partners = 0;  // machines sent to, or received from, in one round
};

// The limits: at most s words (or Protocol::limit) of memory, sent, and received, in every round; words in
// {0, ..., 2^p - 1}; destinations in 1..q, one message a destination, none without words; at most `capacity`
// partners where it is set; the right number of output words. `input` has n words.
Run simulate(const Protocol& protocol, const Words& input);

}  // namespace attest::mpc
