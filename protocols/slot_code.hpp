// Which slots a machine's message is written to, so that messages of few machines that are averaged can be
// told apart (the "sparse binary matrix" of Lemma B.4, seed 001_9fe7599dfb64bc47.txt, lines 518-522).
//
// Every one of q machines has T slots, one in each of T blocks of `width` slots. The code separates alpha
// machines if any two share at most c slots with (alpha - 1) c < T: then among alpha machines each has a slot
// of its own, because the others occupy at most (alpha - 1) c of its T.
#pragma once

#include <string>
#include <vector>

namespace attest::mpc {

struct SlotCode {
  std::string name;
  long blocks = 1;                          // T
  long width = 1;                           // slots in a block
  std::vector<std::vector<long>> position;  // [machine - 1][block], 0 <= position < width
  long slots() const { return blocks * width; }
  long slot(long machine, long block) const { return block * width + position[machine - 1][block]; }
};

// The most slots that two different machines share (0 for a single machine), counted over all pairs.
long most_shared(const SlotCode& code);
bool separates(const SlotCode& code, long alpha);

// Kautz and Singleton's code: machine i is the polynomial over F_p whose coefficients are the digits of i - 1
// in base p, its position in block t is the value at t. Two polynomials of degree below d agree at most d - 1
// times, so T = (alpha - 1)(d - 1) + 1 <= p blocks are enough where p^d >= q. Of all d the one with the
// fewest slots.
SlotCode reed_solomon_code(long q, long alpha);

// Chosen greedily, block by block and in it machine by machine, with O(alpha^2 log q) slots; the proof is in
// the source, the bound in slot_code_bound.hpp. q <= 2^14, else std::length_error.
SlotCode greedy_code(long q, long alpha);

}  // namespace attest::mpc
