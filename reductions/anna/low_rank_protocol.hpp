// The protocol of Lemma D.2 (seed 001_9fe7599dfb64bc47.txt, lines 736-746): low-rank attention Q' (K'^T V) by
// a floor(s/rm)-ary tree of machines whose leaves are the token machines.
//
//   1            the input words go to the token machines
//   2            token i sends the r x m matrix k_i v_i^T to its parent, and remembers x_i
//   3..D+1       a node sends the sum of what it received to its parent
//   D+2..2D+1    the root, then level by level the nodes, send M = K'^T V to their children
//   2D+2         token i computes q_i^T M and sends it to machine ceil(i/s)
//
// By hand, N = 3, r = m = 1, s = 2, all q = k = 1, v = (1, 0, 1): fan-out 2, nodes 4, 5 and the root 6. Node
// 4 gets 1 and 0, node 5 gets 1, the root 1 and 1: M = 2 goes down, each token puts out 2.
#pragma once

#include <string>
#include <vector>

#include "protocols/protocol.hpp"

namespace attest {

struct LowRankShape {
  long tokens = 1;   // N
  long memory = 1;   // s
  long rank = 1;     // r
  long width = 1;    // m
  long letters = 2;  // entries of q', k', v are 0, ..., letters - 1

  long entries() const { return 2 * rank + width; }  // of one token
  long fan_out() const { return memory / (rank * width); }
  // Why there is no such tree; empty if there is one.
  std::string defect() const;
  long depth() const;       // D
  long entry_bits() const;  // an entry of the output fits
};

// One token's q', k', v from its word, whose digits they are to base `letters`, in this order.
struct LowRankToken {
  std::vector<long> query, key, value;
};
LowRankToken low_rank_token(const LowRankShape& shape, mpc::Value word);

// Output word i: the m entries of row i, each in entry_bits() bits, first entry most significant. Without
// defect, and with at most 62 bits a word (std::invalid_argument).
mpc::Protocol low_rank_protocol(const LowRankShape& shape);

// Definition 4.3 (line 250) row by row, with M = K'^T V in exact integers; the output words.
mpc::Words low_rank_direct(const LowRankShape& shape, const mpc::Words& input);

}  // namespace attest
