// The chain of inequalities that ends the proof of the theorem of Appendix A (seed 002, lines 275-279),
// evaluated exactly on one output of relational attention. With r_i = r(x, y_i), R = R(x, y_{i*}) and the
// maximum norm:
//
//   line 276:     | sum_i alpha_i r_i - R |
//   line 277: <=  sum_i | alpha_i r_i - R |                                          as printed
//                 sum_i alpha_i | r_i - R |                                          as it must be
//   line 278: <=  alpha_{i*} |r_{i*} - R| + sum_{j != i*} alpha_j |r_j - R|          (alpha_i, r_i in the
//   print) line 279: <=  (1 - eps_1) eps_2 + eps_1 max_{x, y, y*} |r(x, y) - R(x, y*)|
#pragma once

#include <cstddef>
#include <vector>

#include "numeric/exponential_sum.hpp"

namespace attest {

// alpha_i = exp(S_i unit) / sum_j exp(S_j unit); relations[i] = r(x, y_i); wanted = R(x, y_{i*}).
struct ChainInput {
  std::vector<Integer> exponents;
  Surd unit;
  std::vector<std::vector<Rational>> relations;
  std::vector<Rational> wanted;
};

// Each line multiplied by the softmax denominator. Throws std::runtime_error if a sign stays undecided.
struct ChainLines {
  ExponentialSum line276;
  ExponentialSum line277_printed;
  ExponentialSum line277_repaired;  // = line 278
};
ChainLines chain_lines(const ChainInput& input);

}  // namespace attest
