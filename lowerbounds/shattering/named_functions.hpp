// The Boolean functions that attest knows by name, each from its definition.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "lowerbounds/shattering/word_function.hpp"

namespace attest {

struct NamedFunction {
  std::string name;
  std::string definition;  // in a sentence, with the order of positions
  std::string source;
  std::vector<ParameterSpec> parameters;
  // The same as lines of a theorem file, its positions in the same order: "input w : [n] -> {0, 1}\nshatter ..". Empty: its table alone
  // defines it.
  std::string text;
};

// As a theorem file, whose sizes are the parameters; `f.text` is not empty.
std::string theorem_text_of(const NamedFunction& f);

// In the order of the help page:
//   indexing n         Ind_n(p, q_1..q_n) = [q_p = 1], letters 1..n (seed 000, lines 211-216)
//   sum2 l m=2l        1 iff p_j + p_k = -1 (mod m) for some j, k in [l] (j = k allowed), letters 1..m-1
//   without m-2
//                      (lines 235-242)
//   disjointness m     1 iff a_i = b_i = 1 for some i; positions a_1..a_m, b_1..b_m (lines 281-285)
//   equality m         1 iff a = b
//   greater-than m     1 iff a > b as binary numbers, a_1 and b_1 most significant
//   inner-product m    the sum of a_i b_i modulo 2
//   parity n, majority n (more than n/2 ones)
//   match3 n m         1 iff p_1 + p_j + p_k = 0 (mod m) for some j, k in [n]: Match3[n, m] at position 1,
//   letters 1..m-1
//                      (lines 223-231)
//   multiplexer k      the data bit that the address names: positions a_1..a_k (a_1 most significant),
//   d_0..d_(2^k-1) connectivity n     1 iff the graph on n vertices is connected; positions are the edges 12,
//   13, .., 1n, 23, .. random n           n bits; the value at the word of rank r is bit r mod 64 of output
//   floor(r/64) (from 0) of
//                      splitmix64 with the seed
const std::vector<NamedFunction>& named_functions();

// `words` are "k=v". Throws UsageError for an unknown name (with the nearest), and as parse_parameters does.
WordFunction named_function(const std::string& name, const std::vector<std::string>& words,
                            std::uint64_t seed);

}  // namespace attest
