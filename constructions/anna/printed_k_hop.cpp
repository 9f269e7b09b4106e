#include "constructions/anna/printed_k_hop.hpp"

#include <algorithm>
#include <set>

#include "protocols/message_round.hpp"

namespace attest {

bool one_to_one_off_null(const std::vector<long>& pointers) {
  std::set<long> images;
  return std::all_of(pointers.begin(), pointers.end(),
                     [&](long image) { return image < 0 || images.insert(image).second; });
}

KHopRun printed_k_hop(const std::vector<long>& w, long s, long k, NullPointers null_pointers) {
  KHopRun run;
  const std::size_t machines = (w.size() + static_cast<std::size_t>(s) - 1) / static_cast<std::size_t>(s);
  const auto machine_of = [s](long i) { return static_cast<std::size_t>((i - 1) / s); };  // ceil(i/s), from 0
  const auto finish = [&](const MessageRound& round) {
    run.rounds.push_back(round.largest());
    run.delivered = run.delivered && round.within(s);
  };

  // Base case, l = 0 (line 919): (i, w_sigma, sigma) from Lemma F.3, and k_:0 = 0, sigma^0(w,i) = i, so that
  // the last two entries are (w_i, i), which machine ceil(i/s) holds since the beginning.
  const InductionHeadsRun base = induction_heads_protocol(w, s);
  run.delivered = base.delivered;
  for (const HeadTuple& tuple : base.tuples) {
    run.tuples.push_back(
        {tuple.i, tuple.letter, tuple.position, w[static_cast<std::size_t>(tuple.i) - 1], tuple.i});
  }

  for (long bits = k; bits != 0; bits /= 2) {
    // First round: (i, sigma^(2^l)(w,i)) to the machine that holds the pointer's tuple.
    MessageRound requests(machines);
    MessageRound answers(machines);
    long lost = 0;
    for (const HopTuple& tuple : run.tuples) {
      if (tuple.pointer == 0) {
        ++lost;
        continue;
      }
      requests.send(machine_of(tuple.i), machine_of(tuple.pointer), 2);
      answers.send(machine_of(tuple.pointer), machine_of(tuple.i), 5);
    }
    if (null_pointers == NullPointers::lost) run.lost_requests = std::max(run.lost_requests, lost);
    finish(requests);
    finish(answers);

    // Second round: the pointer's tuple (., t1, t2, t3, t4) comes back and the token is updated (lines
    // 925-935).
    const std::vector<HopTuple> old = run.tuples;
    for (HopTuple& tuple : run.tuples) {
      if (tuple.pointer == 0 && null_pointers == NullPointers::lost) continue;
      const HopTuple t = tuple.pointer == 0 ? HopTuple{} : old[static_cast<std::size_t>(tuple.pointer) - 1];
      tuple.pointer_letter = t.pointer_letter;
      tuple.pointer = t.pointer;
      if (bits % 2 == 1) {
        tuple.result_letter = t.result_letter;
        tuple.result = t.result;
      }
    }
  }
  return run;
}

}  // namespace attest
