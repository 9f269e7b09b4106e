// An independent evaluator of softmax layers: eq. (1) of seed 003 and eqs. (14)-(20) of seed 000, written as
// nested sums over index tuples in 100-digit point arithmetic. It takes weights as plain numbers.
#pragma once

#include <boost/multiprecision/mpfr.hpp>
#include <functional>
#include <vector>

#include "numeric/integer.hpp"

namespace oracle {

using Real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<100>>;

struct Weights {
  std::vector<std::vector<std::size_t>> monomials;  // of variables from 0
  std::vector<attest::RationalMatrix> query;        // of x_1, x_2, ..
  std::vector<attest::RationalMatrix> value;        // of x_2, ..
  attest::RationalMatrix output_matrix;
  bool residual = false;
  attest::RationalVector readout;
  attest::Rational readout_bias = 0;
};

struct Problem {
  const Weights& layer;
  Real scale;                                             // multiplies h(Q...)
  std::function<std::vector<long>(long, long)> encoding;  // of (index, number), d entries
};

// The output at token `position` (0-based) for tokens that carry `numbers`.
Real output(const Problem& problem, const std::vector<long>& numbers, std::size_t position);

// Whether |y - truth| <= 1/2; differences below 10^-60 count as ties, which are right.
bool is_right(const Real& y, long truth);

// f_t(...f_1(x)) from the tokens f_1(1..n), ..., f_t(1..n), x.
long composition(const std::vector<long>& numbers, long functions, long n);

// All words of `length` numbers 1..n in lexicographic order.
void for_each_word(std::size_t length, long n, const std::function<void(const std::vector<long>&)>& visit);

}  // namespace oracle
