// The MPC protocol of Theorem F.4 (seed 001_9fe7599dfb64bc47.txt, lines 905-939) after its base case: pointer
// doubling along sigma, two rounds a bit of k, with what the print says of null. protocols/k_hop_protocol.hpp is what machines run.
#pragma once

#include <vector>

#include "protocols/induction_heads_protocol.hpp"

namespace attest {

// What happens to a token whose pointer sigma^(2^l)(w,i) is 0. The print sends its request to machine
// ceil(0/s) = 0, which does not exist.
enum class NullPointers {
  lost,  // the request is lost, no answer comes, the tuple stays as it is ("after machine ceil(i/s) receiving
         // the above message, it updates")
  local,  // repaired: nobody is asked, the answer is taken to be (0, null, 0, null, 0)
};

// The five entries of the inductive hypothesis (line 917).
struct HopTuple {
  long i = 0;
  long pointer_letter = 0;  // w_{sigma^(2^l)(w,i)}; 0 is null
  long pointer = 0;         // sigma^(2^l)(w,i)
  long result_letter = 0;   // w_{sigma^(k_:l)(w,i)}
  long result = 0;          // sigma^(k_:l)(w,i)
};

struct KHopRun {
  std::vector<HopTuple> tuples;      // tuples[i - 1] after l = floor(log2 k) + 1 steps
  std::vector<RoundTraffic> rounds;  // requests (2 words each), answers (5 words each), alternating
  long lost_requests = 0;            // to machine 0; the most of one round
  bool delivered = true;             // no machine sent or received more than s messages in a round
};

// "sigma(w,i) is one-to-one except for null" (line 925), of a pointer for each position: no two of them are the
// same number, apart from negative ones, which point nowhere.
bool one_to_one_off_null(const std::vector<long>& pointers);

// w holds letters 1, 2, ...; s >= 1 tokens a machine; k >= 1.
KHopRun printed_k_hop(const std::vector<long>& w, long s, long k, NullPointers null_pointers);

}  // namespace attest
