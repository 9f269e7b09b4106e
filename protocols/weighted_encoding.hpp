// Encoding and decoding of messages that a head adds up with weights of which nothing is known but that they are positive: what
// Definition 3.3 of seed 001_9fe7599dfb64bc47.txt leaves of an average (lines 156-172). The paper has no such encoding; this one is
// ours.
#pragma once

#include <optional>
#include <vector>

#include "protocols/message_encoding.hpp"

namespace attest::mpc {

// A slot is one of MessageEncoding, (1, dest, i, i^2 + 1, the words of Msg plus one, 0 behind its end): the square of the
// source is sent as a first word.
//
// Why decoding works. Let the machines of a set J, with weights w_i > 0, share a slot. Its entries give W = sum of w_i, A = sum
// of w_i i and B = sum of w_i i^2, and by Lagrange's identity
//     W B - A^2 = sum over i < j in J of w_i w_j (i - j)^2,
// which is 0 exactly if J has one machine; then the slot divided by W is its letter. Since the code separates alpha machines,
// each of at most alpha has a slot of its own. Weight that goes to values 0 is only missing in W.
class WeightedEncoding {
 public:
  // `longest`: Delta, the words of the longest message.
  WeightedEncoding(SlotCode code, long longest) : slots_(std::move(code), longest + 1) {}

  long dimension() const { return slots_.dimension(); }
  long longest() const { return slots_.longest() - 1; }
  // What it writes, with messages of Delta + 1 words.
  const MessageEncoding& slots() const { return slots_; }

  // As MessageEncoding::encode.
  attention::State encode(const Letter& letter) const;

  // The letters of the machines that have a slot of their own, by ascending source. Nothing where a slot of one machine is no
  // multiple of a letter, or two of them differ.
  std::optional<std::vector<Letter>> decode(const attention::State& sum) const;

 private:
  MessageEncoding slots_;
};

}  // namespace attest::mpc
