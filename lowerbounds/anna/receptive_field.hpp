// The receptive fields of token N under all sequences of L chunk layers, and what a transformer with such a
// pattern can and cannot do (seed 001, Proposition E.3).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "lowerbounds/anna/chunk_patterns.hpp"
#include "numeric/integer.hpp"

namespace attest {

// Layer 1 first, as they are applied.
using ChunkPattern = std::vector<ChunkLayer>;

// R with T^L(X)_N a function of {x_j : j in R}: backwards from {N}, each layer adds the chunks it meets. (By
// induction: T^l(X)_i is a function of T^{l-1}(X)_j for j in f_l(i).)
TokenSet receptive_field(const ChunkPattern& pattern, int n);

struct FieldCount {
  Integer patterns;      // how many sequences of layers have this receptive field
  ChunkPattern example;  // one of them
};

struct ReceptiveFields {
  std::uint64_t layers = 0;                            // partitions of [N] into chunks
  std::vector<std::map<TokenSet, FieldCount>> fields;  // [l - 1]: for l layers, l = 1..L
};

// A pattern with what is taken for its receptive field.
struct FieldWitness {
  TokenSet field = 0;
  ChunkPattern pattern;
};

// Every sequence of `depth` layers, one by one.
std::vector<FieldWitness> every_pattern(const std::vector<ChunkLayer>& layers, int depth, int n);

// Every sequence is counted: fields[l - 1] sums to layers^l. Nothing if `stop` says so.
std::optional<ReceptiveFields> all_receptive_fields(int n, int b, int depth, ChunkSize size,
                                                    const std::function<bool()>& stop);

// Whether some transformer with this pattern can give different outputs at token N on x and y: it is run with
// layers that forget nothing (an output is a name for the token, its chunk and all that the chunk's tokens
// held). Equal names mean equal outputs for every choice of embeddings, heads, element-wise maps and
// precision.
bool distinguishable(const ChunkPattern& pattern, const std::vector<int>& x, const std::vector<int>& y);

// A transformer with this pattern that adds up its receptive field. All queries and keys are 0, so a token
// gets the average of its chunk; the value of token j is |chunk| T^{l-1}(X)_j if j is chosen, else 0, where
// of the tokens of a chunk that the later layers use one alone is chosen. Returned: the coefficient of each
// x_j in the output at token N.
std::vector<long> adder_coefficients(const ChunkPattern& pattern, int n);

}  // namespace attest
