#include "constructions/anna/final_output.hpp"

#include "constructions/anna/initialization.hpp"

namespace attest {

using mpc::HeadToken;
using mpc::Row;

// Lemma B.6:
//   query  q_idx = p_{src_idx}, src_idx = ceil(idx/s)  (line 562), for idx <= n; the others' find nothing
//   key    k_i = p_i for i <= q_out = ceil(n/s)        (line 566)
//   value  v_i = MsgOut_i                              (line 570), as 2s entries (output_idx, idx)
// Exactly one key matches, so nothing is averaged. But the tokens idx of one machine all have the same query,
// hence the same row: psi, "applied row-wise" (line 90), gives them all the same output. It needs the token's
// own number, which the second head brings.
//
// One head cannot do with any queries and keys that do not depend on the words, if s >= 2 and n >= 2: a
// token's row is then the average over one fixed class of equal keys (or 0). Token 1's row must depend on
// word 1 and token 2's on word 2; machine 1 alone holds them, so both classes contain machine 1, so they are
// one class, and the two rows are equal. (Queries and keys that do depend on the words can signal a bit by
// matching or not matching; for n = s = 2 and words of one bit that is enough.)
mpc::ExactMatchLayer anna_final_output_layer(long n, long s, OutputOf output_of, mpc::StateReader read,
                                             bool identities) {
  mpc::ExactMatchLayer layer;
  layer.name = "out";
  layer.value_dimensions = {2 * s};
  if (identities) layer.value_dimensions.push_back(1);
  layer.project = [=](const Row& row, long position) {
    const mpc::TokenState state = read(row, position);
    const long holders = (n + s - 1) / s;
    HeadToken token;
    token.query = state.identity <= n ? (state.identity + s - 1) / s : state.identity;
    if (state.identity >= 1 && state.identity <= holders) {
      token.key = state.identity;
      token.value.assign(static_cast<std::size_t>(2 * s), 0);
      const mpc::Words words = output_of(state);
      for (std::size_t k = 0; k < words.size() && static_cast<long>(k) < s; ++k) {
        token.value[2 * k] = words[k];
        token.value[2 * k + 1] = s * (state.identity - 1) + static_cast<long>(k) + 1;
      }
    }
    std::vector<HeadToken> heads = {std::move(token)};
    if (identities) heads.push_back(own_identity_head(state.identity));
    return heads;
  };
  return layer;
}

mpc::Value anna_final_output_psi(const Row& row, long s, long index) {
  for (long k = 0; k < s; ++k) {
    if (row[2 * k + 1] == mpc::Fraction{index, 1}) return row[2 * k].numerator;
  }
  return 0;
}

}  // namespace attest
