#include "constructions/anna/initialization.hpp"

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest {

using attention::State;
using mpc::HeadToken;

// Lemma B.5. Token idx has
//   query  q_idx = p_idx                                   (line 538 for idx <= q_in; the others find nothing)
//   key    k_idx = p_{dest_idx}, dest_idx = ceil(idx/s)    (line 542)
//   value  (input_idx, idx) at the entries 2i'-1 and 2i'   (line 546)
//
// Machine i <= q_in = ceil(n/s) finds c = min(n, si) - s(i-1) tokens, whose entries are disjoint; so the
// average is 1/c times MachineIn_1. c is s for all but the last machine, which may have fewer. psi finds c by
// counting: the index idx is never 0, so c is the number of index entries that are not 0.
//
// By hand, n = 3, s = 2, input (7, 5, 6): v_1 = (7,1,0,0), v_2 = (0,0,5,2), v_3 = (6,3,0,0). Token 1 finds
// the tokens 1 and 2 and gets (7/2, 1/2, 5/2, 1), two of whose index entries are not 0, so psi gives
// (7,1,5,2). Token 2 finds token 3: (6,3,0,0). Token 3 finds nothing.
attention::MatchLayer anna_initialization_layer(const mpc::MachineTokens& tokens, long n, long s) {
  const auto dimension = static_cast<std::size_t>(2 * s);
  return mpc::machine_layer(tokens, "init", 1, dimension,
                            {"p_i", "p_ceil(i/s) for i <= n, 0 for others",
                             "(input_i, i) at the entries 2i'-1 and 2i', i' = i mod s, from 1 to s"},
                            [=, reading = tokens.reading](long index, const State& state) {
                              HeadToken token;
                              token.query = index;
                              if (index >= 1 && index <= n) {
                                token.key = (index + s - 1) / s;
                                const auto entry = static_cast<std::size_t>(2 * ((index - 1) % s));
                                const std::vector<std::pair<std::size_t, long>> value = {
                                    {entry, mpc::read_integer(state[1], reading).value_or(0)},
                                    {entry + 1, index}};
                                token.value = State::of_integers(dimension, value);
                              }
                              return std::vector{std::move(token)};
                            });
}

namespace {

// How many index entries are not 0.
std::int64_t indices_in(const State& pairs) {
  std::int64_t count = 0;
  for (const State::Entry& entry : pairs.entries()) count += entry.place % 2 == 1 ? 1 : 0;
  return count;
}

}  // namespace

std::optional<mpc::Memory> anna_initial_memory(const State& state, long s, mpc::Reading reading) {
  State pairs = state.slice(1, static_cast<std::size_t>(2 * s));
  if (reading == mpc::Reading::nearest)
    pairs = mpc::nearest_multiples(pairs, std::max<std::int64_t>(indices_in(pairs), 1));
  const Rational count(indices_in(pairs));
  mpc::Memory memory;
  for (std::size_t slot = 0; slot < pairs.size(); slot += 2) {
    if (pairs[slot + 1].is_zero()) continue;
    const auto word = fits_long(Rational(pairs[slot] * count));
    const auto index = fits_long(Rational(pairs[slot + 1] * count));
    if (!word || !index) return std::nullopt;
    memory.push_back({*index, {*word}});
  }
  return memory;
}

}  // namespace attest
