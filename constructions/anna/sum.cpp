#include "constructions/anna/sum.hpp"

namespace attest {

// "one layer of ANNA-transformer can compute SUM by setting v_i = N x_i and k_1 = k_2 = ... = k_N = q_N for
// all i in [N], thereby retrieving all the v_i's and averaging them" (line 835).
//
// By hand: N = 2, x = (1, 2): values 2 and 4, both keys equal the query, (2 + 4)/2 = 3 = 1 + 2.
MatchTransformer anna_sum(long N) {
  MatchTransformer t;
  const auto constant = [](const TokenState&) { return MatchKey{1}; };
  const auto value = [N](const TokenState& state) { return TokenState{N * state[0]}; };
  t.layers = {{{"retrieve all values", "1", "1", "N x", constant, constant, value}}};
  t.output_formula = "the value that the head gives";
  t.output = [](const TokenState& state) { return state[0]; };
  return t;
}

}  // namespace attest
