// Symbolic attention (seed 002, Section 2.3, eq. 3) by its definition, as sums of exponentials of each object's own scores: what
// the text dat/symbol-retrieval is compared with. Nothing of the evaluation of layers is used.
#pragma once

#include <vector>

#include "numeric/exponential_sum.hpp"

namespace oracle {

using attest::ExponentialSum;
using attest::Rational;
using attest::RationalMatrix;
using attest::RationalVector;
using attest::Surd;

// Symbolic attention (eq. 3), Softmax((x W_q) F_lib^T) S_lib, with explicit templates. An object is a point x
// = (z, 1) of the plane with integer z; the templates are f_c = (c, -2 c^2) for c = 0, ..., n_s - 1 and W_q
// = beta I, so that the scores are beta (z^2 - (z - 4c)^2)/8: the template of the centre 4c nearest to z
// matches best. S_lib = I, so a retrieved symbol is the vector of attention weights.
class SymbolicAttention {
 public:
  SymbolicAttention(long n_s, const Rational& beta);

  // The objects: z = 4c - 1, 4c, 4c + 1 for every class c, that is 3 n_s of them. Each is nearer to its own
  // centre than to any other by at least 3 - 1, and the scores differ by at least (9 - 1)/8 = 1 times beta.
  static std::vector<long> objects(long n_s);

  // weight[c] = numerator[c] / denominator in powers of exp(unit).
  struct Symbol {
    std::vector<ExponentialSum> numerator;
    ExponentialSum denominator;
  };
  Symbol retrieve(long z) const;
  const Surd& unit() const { return unit_; }

  // (z, 1), f_c and W_q.
  static RationalVector object(long z);
  static RationalVector feature_template(long c);
  RationalMatrix query_matrix() const;

  // The score of template c, <x W_q, f_c> by the matrices themselves.
  Rational score(long z, long c) const;

  // 1 - weight < eps: the weights are >= 0 and sum to 1, so every other coordinate is within eps as well.
  bool retrieves_within(long z, long wanted, const Rational& eps) const;

 private:
  long n_s_;
  Rational beta_;
  Surd unit_;
};

// The class of z by its definition: the nearest of the centres 4c. Independent of the scores.
long nearest_class(long z, long n_s);

// The least positive integer beta for which every object gets its class's symbol within eps > 0.
Rational least_symbolic_temperature(long n_s, const Rational& eps);

// Equal vectors of real numbers? Decided exactly.
bool same_symbol(const SymbolicAttention::Symbol& a, const SymbolicAttention::Symbol& b, const Surd& unit);

}  // namespace oracle
