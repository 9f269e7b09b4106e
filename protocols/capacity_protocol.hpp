// Any protocol as one with communication capacity k (Definition B.11 of seed 001_9fe7599dfb64bc47.txt, lines 603-611): Lemma B.12, which
// the paper cites without a construction. Ours; who sends to whom does not depend on the words.
//
// A round of the protocol, on machines 1, ..., q with s words. Let L = ceil(log_k q), c the least number with c^L >= q (so c <= k), and
// h >= s the least number with c | 2h and h >= (c-1)^2. c^L machines hold b = 2h records and one word more.
//   A record (destination, 0, source, index, word) is a word of a message; (d, 1, 0, 0, 0), a blank, is one of the h that machine d adds
//   for itself; a filler has the destination c^L + 1. A machine sends and receives at most s <= h words, so that its records have room.
//   1. The records are sorted (column_merge.hpp). Those of a destination, between h and 2h, words before blanks, lie on two machines at most.
//   2. Each machine tells the next one its last destination and how many records of it it has. So each knows the ranks of its records
//      among those of one destination; all but the first h become fillers.
//   3. The records are sorted again: now those of destination d are at the places (d-1) h + 1, ..., d h, half a machine.
//   4. The machine that has them sends them to machine d, which finds all words of its messages, with source and place.
// 4 L (L+1) + 2 rounds with at most c partners (two for 2. and 4.) and at most 2h + 1 words.
#pragma once

#include <functional>
#include <vector>

#include "protocols/fixed_round.hpp"

namespace attest::mpc {

struct CapacityPlan {
  long columns = 2;   // c
  long levels = 0;    // L
  long machines = 1;  // c^L
  long half = 1;      // h
  long block() const { return 2 * half; }
  long rounds() const { return 4 * levels * (levels + 1) + 2; }  // for one round
};

// q machines with s words, k >= 2 partners.
CapacityPlan capacity_plan(long machines, long words, long k);

using Block = std::vector<Value>;  // 2h + 1 words: what a machine holds

// The protocol as rounds with fixed ways. Machines count from 1 here, as everywhere but in FixedRound.
struct FixedProtocol {
  struct Round {
    std::function<Block(long machine, const Block&)> local;  // before the words go
    FixedRound ways;                                         // 2h + 1 slots
  };
  CapacityPlan plan;
  long word_bits = 1;  // of a record
  Value filler = 0;
  std::vector<Round> rounds;
  std::function<Block(long machine, const Memory&)> begin;  // from a machine's share of the input
  std::function<Memory(const Block&)> end;  // what the protocol's machine knows behind its last round

  // What a machine holds when the words have arrived, in the order of its slots.
  Block arrived(std::size_t round, long machine, Block block) const;
};

// std::invalid_argument where a record is no word of 62 bits, where there is no round, and where keeping words is free. Running it:
// std::logic_error where a machine sends or receives more than it may.
FixedProtocol fixed_protocol(const Protocol& protocol, long k);

// What the machines 1, ..., q of the protocol know behind its last round; `shares`: before its first.
std::vector<Memory> play(const FixedProtocol& fixed, const std::vector<Memory>& shares);

// As a protocol again: on c^L machines, with limit 2h + 1 and capacity k.
Protocol with_capacity(const Protocol& protocol, long k);

}  // namespace attest::mpc
