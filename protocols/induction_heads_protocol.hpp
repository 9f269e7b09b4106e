// The MPC protocol of Lemma F.3 (seed 001_9fe7599dfb64bc47.txt, lines 883-901), as printed: N/s machines, s
// tokens each, four steps. Step 2, sorting, is that of Lemma C.2, which the paper cites; here the sorted list
// simply appears on the machines, s tuples each.
#pragma once

#include <vector>

namespace attest {

// What one machine sent or received in one round: messages are tuples; a word holds a letter or a position.
struct Traffic {
  long messages = 0;
  long words = 0;
};

// The largest of any machine.
struct RoundTraffic {
  Traffic sent;
  Traffic received;
};

// A tuple (i, w_{sigma(w,i)}, sigma(w,i)); letter 0 is null, position 0 is none.
struct HeadTuple {
  long i = 0;
  long letter = 0;
  long position = 0;
};

struct InductionHeadsRun {
  std::vector<HeadTuple> tuples;     // tuples[i - 1] is that of token i, on machine ceil(i/s)
  std::vector<RoundTraffic> rounds;  // of the steps 1, 3 and 4
  bool delivered = true;             // no machine sent or received more than s messages in a round
};

// w holds letters 1, 2, ...; s >= 1 tokens a machine.
InductionHeadsRun induction_heads_protocol(const std::vector<long>& w, long s);

}  // namespace attest
