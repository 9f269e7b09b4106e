// Encoding and decoding of messages that an exact-match head averages (Lemma B.4, seed
// 001_9fe7599dfb64bc47.txt, lines 518-522; the lemma is cited there without a construction, this one is
// ours).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "attention/match_layers.hpp"
#include "protocols/protocol.hpp"
#include "protocols/reading.hpp"
#include "protocols/slot_code.hpp"

namespace attest::mpc {

// The tuple (Msg, dest, i) of the paper.
struct Letter {
  Words message;  // at least one word
  long destination = 0;
  long source = 0;
  friend bool operator==(const Letter&, const Letter&) = default;
};

// A slot holds 3 + Delta numbers: 1, dest, i, and the words of Msg plus one, 0 behind its end. Machine i
// writes the same into all of its slots and 0 elsewhere.
//
// Why decoding works. Let c <= alpha letters from different machines be averaged. A slot that n of them share
// has first number n/c. Since the code separates alpha machines, every machine has a slot of its own, so the
// least first number that is not zero is 1/c, and the slots that have it are exactly those with n = 1: their
// other numbers divided by 1/c are one machine's letter, and every machine's letter stands in one of them.
class MessageEncoding {
 public:
  // `longest`: Delta, the words of the longest message.
  MessageEncoding(SlotCode code, long longest);

  long dimension() const { return code_.slots() * slot_size(); }  // m
  const SlotCode& code() const { return code_; }
  long longest() const { return longest_; }  // Delta

  // phi. The source must be one of the code's machines, the message have 1 to Delta words: std::invalid_argument.
  attention::State encode(const Letter& letter) const;

  // varphi: the letters, by ascending source; empty where everything is 0. Nothing if this cannot be an
  // average of encodings from c different machines that all have a slot of their own.
  std::optional<std::vector<Letter>> decode(const attention::State& average,
                                            Reading reading = Reading::exact) const;

  long slot_size() const { return 3 + longest_; }
  // The letter of a slot that one machine has written, which any number may have multiplied; nothing if there is none. `slot`: its
  // entries that are not zero, the first of them its first number.
  std::optional<Letter> slot_letter(std::span<const attention::State::Entry> slot) const;

 private:
  SlotCode code_;
  long longest_;
};

}  // namespace attest::mpc
