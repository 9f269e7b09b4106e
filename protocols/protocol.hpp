// Protocols of massively parallel computation as values (seed 001_9fe7599dfb64bc47.txt, Definition 2.3, lines
// 102-122): q machines with s words of memory each compute a function of n words in R rounds.
//
// Machines, rounds and input words are counted from 1, as in the paper. A word is an element of
// {0, ..., 2^p - 1}.
//
// What a machine knows at the beginning of a round is what it received in the round before (and before the
// first round its share of the input), nothing else: MachineIn of the proof of Theorem B.2. A machine that
// wants to remember something sends it to itself, and that counts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace attest::mpc {

using Value = std::int64_t;  // one word
using Words = std::vector<Value>;

// Msg^i_dest of the paper: all that one machine sends to another in one round, at least one word.
struct Message {
  long destination = 0;
  Words words;
  friend bool operator==(const Message&, const Message&) = default;
};

// (Msg, Src), or (input_idx, idx) before the first round.
struct Item {
  long tag = 0;  // the source, or the index of the input word
  Words words;
  friend bool operator==(const Item&, const Item&) = default;
};
using Memory = std::vector<Item>;  // by ascending tag

long words_in(const Memory& memory);

// Local_r^i: what machine i sends in one round, one message a destination at most.
using Local = std::function<std::vector<Message>(long machine, const Memory& memory)>;

struct Protocol {
  std::string name;
  long inputs = 1;    // n
  long machines = 1;  // q, at least ceil(n / s)
  long memory = 1;    // s, in words
  // How many words a machine may hold, send and receive; 0: s. Larger than s to see what a protocol that
  // breaks its limit needs; the distribution of input and output goes by s all the same.
  long limit = 0;
  // Definition 2.3 does not say that a machine forgets. If true, what a machine sends to itself is what it
  // keeps: it counts as memory, not as words sent or received.
  bool keeping_is_free = false;
  long word_bits = 1;         // p
  long capacity = 0;          // k of Definition B.11: partners a machine may have; 0: no limit but s
  std::vector<Local> rounds;  // one for each of the R rounds
  // After the last round machine i <= ceil(n / s) holds the output words s(i-1)+1, ..., min(n, si): which
  // word of its memory is which is a fixed reading of that memory alone, without communication.
  std::function<Words(long machine, const Memory& memory)> output;

  long word_limit() const { return limit > 0 ? limit : memory; }
  long round_count() const { return static_cast<long>(rounds.size()); }
  long input_machines() const { return (inputs + memory - 1) / memory; }  // ceil(n / s)
  long home(long index) const { return (index + memory - 1) / memory; }   // ceil(idx / s)
  // The indices of the words that machine i holds at the beginning and at the end: first..last.
  long first_index(long machine) const { return memory * (machine - 1) + 1; }
  long last_index(long machine) const { return machine * memory < inputs ? machine * memory : inputs; }
};

// MachineIn_1: the input on the first ceil(n/s) machines, in order (line 534).
std::vector<Memory> initial_memories(const Protocol& protocol, const Words& input);

// The same protocol with one more round at the end, in which every machine sends its memory to itself. Only
// for protocols whose memories hold one item a source.
Protocol with_idle_round(Protocol protocol);

}  // namespace attest::mpc
