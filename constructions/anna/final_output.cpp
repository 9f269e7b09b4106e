#include "constructions/anna/final_output.hpp"

#include "numeric/checked.hpp"

namespace attest {

using attention::State;
using mpc::HeadToken;

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
attention::MatchLayer anna_final_output_layer(const mpc::MachineTokens& tokens, long n, long s,
                                              OutputOf output_of, mpc::StateReader read) {
  const auto dimension = static_cast<std::size_t>(2 * s);
  return mpc::machine_layer(
      tokens, "out", 1, dimension,
      {"p_ceil(i/s) for i <= n, p_i for others", "p_i for i <= ceil(n/s), 0 for others",
       "what machine i sends to itself, as pairs (output, its index)"},
      [=, output_of = std::move(output_of), read = std::move(read)](long number, const State& state) {
        const long holders = (n + s - 1) / s;
        HeadToken token;
        token.query = number <= n ? (number + s - 1) / s : number;
        if (number >= 1 && number <= holders) {
          token.key = number;
          std::vector<std::pair<std::size_t, long>> value;
          const mpc::Words words = output_of(read(state));
          for (std::size_t k = 0; k < words.size() && static_cast<long>(k) < s; ++k) {
            value.emplace_back(2 * k, words[k]);
            value.emplace_back(2 * k + 1, s * (number - 1) + static_cast<long>(k) + 1);
          }
          token.value = State::of_integers(dimension, value);
        }
        return std::vector{std::move(token)};
      });
}

mpc::Value anna_final_output_psi(const State& state, long s, long index) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(s); ++k) {
    if (state[2 * k + 2] == Rational(index)) return to_long(numerator_of(state[2 * k + 1]));
  }
  return 0;
}

}  // namespace attest
