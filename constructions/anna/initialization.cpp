#include "constructions/anna/initialization.hpp"

namespace attest {

using mpc::Fraction;
using mpc::HeadToken;
using mpc::Row;

HeadToken own_identity_head(long identity) {
  return {identity, identity, {identity}};
}

// Lemma B.5. Token idx has
//   query  q_idx = p_idx                                   (line 538 for idx <= q_in; the others find
//   nothing) key    k_idx = p_{dest_idx}, dest_idx = ceil(idx/s)     (line 542) value  (input_idx, idx) at
//   the entries 2i'-1 and 2i'    (line 546)
//
// Machine i <= q_in = ceil(n/s) finds c = min(n, si) - s(i-1) tokens, whose entries are disjoint; so the
// average is 1/c times MachineIn_1. c is s for all but the last machine, which may have fewer. psi finds c by
// counting: the index idx is never 0, so c is the number of index entries that are not 0.
//
// By hand, n = 3, s = 2, input (7, 5, 6): v_1 = (7,1,0,0), v_2 = (0,0,5,2), v_3 = (6,3,0,0). Token 1 finds
// the tokens 1 and 2 and gets (7/2, 1/2, 5/2, 1), two of whose index entries are not 0, so psi gives
// (7,1,5,2). Token 2 finds token 3: (6,3,0,0). Token 3 finds nothing.
mpc::ExactMatchLayer anna_initialization_layer(long n, long s, bool identities) {
  mpc::ExactMatchLayer layer;
  layer.name = "init";
  layer.value_dimensions = {2 * s};
  if (identities) layer.value_dimensions.push_back(1);
  layer.project = [n, s, identities](const Row& row, long) {
    const std::int64_t input = row[0].numerator;
    const long index = static_cast<long>(row[1].numerator);
    HeadToken token;
    token.query = index;
    if (index >= 1 && index <= n) {
      token.key = (index + s - 1) / s;
      token.value.assign(static_cast<std::size_t>(2 * s), 0);
      const long entry = 2 * ((index - 1) % s);
      token.value[entry] = input;
      token.value[entry + 1] = index;
    }
    std::vector<HeadToken> heads = {std::move(token)};
    if (identities) heads.push_back(own_identity_head(index));
    return heads;
  };
  return layer;
}

std::vector<Fraction> anna_initialization_psi(const Row& row, long s) {
  std::int64_t count = 0;
  for (long slot = 0; slot < s; ++slot) count += row[2 * slot + 1].zero() ? 0 : 1;
  std::vector<Fraction> result;
  for (long entry = 0; entry < 2 * s; ++entry) {
    result.push_back(mpc::fraction(row[entry].numerator * count, row[entry].denominator));
  }
  return result;
}

mpc::Memory anna_initial_memory(const Row& row, long s) {
  const std::vector<Fraction> entries = anna_initialization_psi(row, s);
  mpc::Memory memory;
  for (long slot = 0; slot < s; ++slot) {
    if (entries[2 * slot + 1].zero()) continue;
    memory.push_back({static_cast<long>(entries[2 * slot + 1].numerator), {entries[2 * slot].numerator}});
  }
  return memory;
}

}  // namespace attest
