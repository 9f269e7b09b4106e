// What the protocols here share. They run on q = n machines, as in Theorem B.2: the first round spreads the n
// input words over n machines, one each (a machine whose s words of memory are full could keep nothing of
// what it computes), and the last round collects the n output words on the first ceil(n/s) machines.
#pragma once

#include <functional>

#include "protocols/protocol.hpp"

namespace attest::mpc {

// Several numbers below 2^bits in one word, the first most significant.
Value pack(const Words& fields, long bits);
Words unpack(Value word, long count, long bits);

// The least b with 2^b > largest.
long bits_for(long largest);

// The layers of Knuth's Algorithm 5.2.2 M (Batcher's merge exchange) for n >= 0 places: partner[i] (0-based)
// or -1 where i is not compared. The smaller goes to the lower place.
std::vector<std::vector<long>> merge_exchange_layers(long n);

class ProtocolBuilder {
 public:
  // The one word of a machine, computed from what it received in the round before.
  using Load = std::function<Value(long machine, const Memory& memory)>;
  // Who gets that word; the machine itself must be named too if it is to remember it.
  using Recipients = std::function<std::vector<long>(long machine, Value word)>;

  // n >= 1 inputs, s >= 1 words of memory, p bits a word. Begins with the spreading round.
  ProtocolBuilder(std::string name, long inputs, long memory, long word_bits);

  // A round in which every machine sends its word to `recipients`. What the receivers make of what they get
  // is the next load.
  void round(const Recipients& recipients, Load next);

  // A round in which every machine sends its word to itself and to all who sent it something.
  void answer_round(Load next);

  // Comparator rounds that sort the machines' words (Batcher's merge exchange, Knuth 5.2.2 M, for any n):
  // in each round disjoint pairs of machines exchange their words and keep the smaller and the larger. At
  // most t (t + 1) / 2 rounds for n <= 2^t; two words sent and received.
  void sort();

  // The last round: every machine sends its word home to machine ceil(i/s); `field` picks the output from it.
  Protocol collect(std::function<Value(Value)> field);

  long n() const { return protocol_.inputs; }

 private:
  Protocol protocol_;
  Load load_;
};

// A load for machines that received one word; -1, which is no word, if there is none.
Value only_word(long machine, const Memory& memory);
// The word that came from `source`, or -1.
Value word_from(long source, const Memory& memory);

}  // namespace attest::mpc
