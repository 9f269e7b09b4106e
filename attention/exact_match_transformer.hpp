// A transformer of exact-match heads (seed 001_9fe7599dfb64bc47.txt, Definitions 2.1, 2.2 and B.1, lines
// 82-94 and 458-466): X^(l) = sum over heads of EMA(X^(l-1)) W_h, and psi at the end. Q, K, V and psi are
// arbitrary functions of one token's state (line 94); the matrices W_h put the heads' values side by side.
// There is no residual: what a token is to remember, a head must fetch from the token itself.
//
// Queries and keys are vectors of integers, so that "equal" is never a question of rounding.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

using TokenState = std::vector<Rational>;
using MatchKey = std::vector<long>;

struct MatchHead {
  std::string purpose;  // "the next token"
  std::string query_formula, key_formula, value_formula;
  std::function<MatchKey(const TokenState&)> query;
  std::function<MatchKey(const TokenState&)> key;
  std::function<TokenState(const TokenState&)> value;
};

using MatchLayer = std::vector<MatchHead>;

struct MatchTransformer {
  std::vector<MatchLayer> layers;
  std::string output_formula;
  std::function<Rational(const TokenState&)> output;  // psi, one coordinate

  // What happened on one input.
  struct Run {
    std::vector<Rational> outputs;                       // [token]
    std::vector<std::vector<std::size_t>> last_matches;  // [token] of the last layer's first head, 1-based
    bool every_query_matched = true;                     // in every head: the weights sum to 1 everywhere
  };
  // states[token] is X^(0); at least one token.
  Run operator()(std::vector<TokenState> states) const;

  struct Shape {
    std::size_t layers = 0;
    std::size_t heads = 0;      // the most of a layer
    std::size_t dimension = 0;  // the most entries of a query, key or value: m of Definition 2.1
    std::size_t width = 0;      // the most entries of a token's state: d of Definition 2.1
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  // Of the run on an input; it is the same for every input, so that one token is enough.
  Shape shape(const std::vector<TokenState>& states) const;

  Json to_json() const;
};

}  // namespace attest
