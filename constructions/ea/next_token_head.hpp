// One attention head that reads the two causal tokens of NT, and the network that reduces their sum modulo N:
// the records behind ea/next-token and ea/next-token-dot-product.
//
// Source: seed 004_9370d393bf99a4b8.txt, eqs. (1), (2) and (4), lines 41-72. The paper trains its heads and
// prints no weights; line 95 names what these do: "focus attention on exactly these two input positions".
//
// Token i of a context of L tokens carries the symbol x(i). The layer puts out mlp(e_L + W_O a_L), where e_i
// is the encoding, a_m = sum over k <= m of a_mk V e_k, and z_mk = (Q e_m)^T (K e_k).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attention/relu_network.hpp"
#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct NextTokenHead {
  struct Feature {
    std::string formula;               // as a reader would write it
    std::function<Rational(long)> at;  // of the position i = 1..L; the symbol itself is coordinate 1
  };
  std::vector<Feature> positional;                    // coordinates 2, 3, ... of the encoding
  RationalMatrix Q, K;                                // (head dimension) x (embedding dimension)
  RationalMatrix V;                                   // 1 x (embedding dimension)
  RationalMatrix W_O;                                 // (embedding dimension) x 1
  std::function<Rational(const Rational& z)> kernel;  // a_mk before it is divided by the row's sum
  std::string kernel_formula;
  ReluNetwork mlp;

  long embedding_dimension() const { return static_cast<long>(Q.cols()); }
  long head_dimension() const { return static_cast<long>(Q.rows()); }
  RationalVector encoding(long symbol, long position) const;
  // Whether no query and no key looks at a symbol.
  bool scores_by_position() const;
  Json to_json() const;
};

// Expressive attention. Head dimension 2, and 1 for context = tau + 1.
NextTokenHead expressive_next_token_head(long N, long tau, long context);

// z = 1 at the two causal tokens and 0 elsewhere, in one dimension: what one would try first. For context >
// tau + 1 the rows before the causal tokens have no normaliser.
NextTokenHead one_dimensional_expressive_head(long N, long tau, long context);

// Dot-product attention, eq. (1), with exp(beta) = ratio > 0: the causal tokens score beta, all others 0.
// Head dimension 1.
NextTokenHead dot_product_next_token_head(long N, long tau, long context, const Rational& ratio);

// The bound that exp(beta) must exceed for that head's sum to round right on every context, (L - 2)(4N -
// 5)/2; 1 where the two causal tokens are the whole context (L = 2).
Rational least_ratio(long N, long context);

// S -> S mod N for S = 0..2N-2 by three rectified units: S - N * clip((S - (N - 1/2) + width) / (2 width), 0,
// 1), exact where |S - (N - 1/2)| >= width. Reads coordinate `coordinate` (0-based) of `inputs`, which holds
// 1 + S.
ReluNetwork modulo_network(long N, const Rational& width, long inputs, long coordinate);

}  // namespace attest
