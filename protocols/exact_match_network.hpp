// Transformers of exact-match attention heads with arbitrary element-wise functions, evaluated exactly (seed
// 001_9fe7599dfb64bc47.txt, Definitions 2.1, 2.2 and B.1).
//
// A layer's heads write their averages side by side: the matrices W_h of Definition 2.1 put head h's m
// numbers at places of their own. There is no residual (X^(l) = f_l(X^(l-1)), line 88).
//
// Queries and keys are identifiers p_i, the binary digits of i, written here as the number i itself: two
// vectors are equal exactly if the numbers are. Key 0 is that of a token that offers nothing; no query is 0.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "protocols/fraction.hpp"
#include "protocols/protocol.hpp"

namespace attest::mpc {

// One token's query, key and value in one head.
struct HeadToken {
  long query = 0;
  long key = 0;
  std::vector<std::int64_t> value;  // empty: all zeros
};

// Q, K and V of all heads, as one function of the token's embedding. `position` is the token's number where
// the reading lets element-wise functions see it, else 0.
using Projection = std::function<std::vector<HeadToken>(const Row& row, long position)>;

struct ExactMatchLayer {
  std::string name;
  std::vector<long> value_dimensions;  // one for each head
  Projection project;
};

struct ExactMatchNetwork {
  long tokens = 0;
  bool positional = false;                                   // element-wise functions see the token's number
  long key_bits = 0;                                         // m of the queries and keys
  std::function<Row(long token, const Words& input)> embed;  // X, without attention
  std::vector<ExactMatchLayer> layers;
  std::function<Value(const Row& row, long position)> psi;

  long depth() const { return static_cast<long>(layers.size()); }
  long heads() const;            // of the layer that has most
  long value_dimension() const;  // m of the values, of the head that has most
};

// Definition B.1 for one query: the average of the values of the tokens whose key equals it, `dimension`
// zeros where there is none.
Row average_of_matches(long query, const std::vector<std::vector<HeadToken>>& tokens, std::size_t head,
                       long dimension);

// rows[l]: all tokens' embeddings after l layers (rows[0]: the input's).
std::vector<std::vector<Row>> run_network(const ExactMatchNetwork& network, const Words& input);

// psi at every token, from the last rows.
Words read_outputs(const ExactMatchNetwork& network, const std::vector<Row>& last);

}  // namespace attest::mpc
