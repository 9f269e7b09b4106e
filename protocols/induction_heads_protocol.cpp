#include "protocols/induction_heads_protocol.hpp"

#include <algorithm>

#include "protocols/message_round.hpp"

namespace attest {

namespace {

// (x_i, i, x_{i+1}, i+1) of step 1.
struct Bigram {
  long x = 0;
  long i = 0;
  long next_x = 0;
  long next_i = 0;
};

// The comparator of step 2: by letter, equal letters by position.
bool before(const Bigram& a, const Bigram& b) {
  return a.x != b.x ? a.x < b.x : a.i < b.i;
}

}  // namespace

InductionHeadsRun induction_heads_protocol(const std::vector<long>& w, long s) {
  InductionHeadsRun run;
  const std::size_t N = w.size();
  const auto block = static_cast<std::size_t>(s);
  const std::size_t machines = (N + block - 1) / block;
  const auto machine_of = [&](std::size_t index) { return index / block; };  // of the index-th item, from 0
  const auto finish = [&](const MessageRound& round) {
    run.rounds.push_back(round.largest());
    run.delivered = run.delivered && round.within(s);
  };

  // Step 1 (line 887): each token retrieves the next; machine q + 1 sends its first token (x, i) to machine
  // q. Token N has no next one: its entries stay 0, and no token reads them, since a predecessor j of i has j
  // + 1 <= i <= N.
  std::vector<Bigram> items(N);
  MessageRound neighbours(machines);
  for (std::size_t k = 0; k < N; ++k) {
    items[k].x = w[k];
    items[k].i = static_cast<long>(k) + 1;
    if (k + 1 == N) continue;
    if (machine_of(k + 1) != machine_of(k)) neighbours.send(machine_of(k + 1), machine_of(k), 2);
    items[k].next_x = w[k + 1];
    items[k].next_i = static_cast<long>(k) + 2;
  }
  finish(neighbours);

  // Step 2 (line 891).
  std::sort(items.begin(), items.end(), before);

  // Step 3 (line 895): each tuple retrieves the one before it; machine q sends its last tuple to machine q
  // + 1. The first tuple of the list has none before it and becomes (i, null, 0).
  std::vector<HeadTuple> sorted(N);
  MessageRound previous(machines);
  for (std::size_t k = 0; k < N; ++k) {
    sorted[k].i = items[k].i;
    if (k == 0) continue;
    if (machine_of(k - 1) != machine_of(k)) previous.send(machine_of(k - 1), machine_of(k), 4);
    if (items[k - 1].x == items[k].x) {
      sorted[k].letter = items[k - 1].next_x;
      sorted[k].position = items[k - 1].next_i;
    }
  }
  finish(previous);

  // Step 4 (line 899): each tuple goes to machine ceil(i/s).
  run.tuples.resize(N);
  MessageRound home(machines);
  for (std::size_t k = 0; k < N; ++k) {
    const auto i = static_cast<std::size_t>(sorted[k].i) - 1;
    home.send(machine_of(k), machine_of(i), 3);
    run.tuples[i] = sorted[k];
  }
  finish(home);
  return run;
}

}  // namespace attest
