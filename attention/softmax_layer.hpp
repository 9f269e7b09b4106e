// One layer of softmax poly-attention in numbers: encoding, weight matrices, scale, output map. This is
// what the definitions speak of; it is derived from a Construction or read from a file.
//
//   q^(v)_l = W_Q^(v) x_l,   v^(m)_l = W_V^(m) x_l
//   a_i = sum over (l_2..l_t) of softmax(scale * h(q^(1)_i, q^(2)_{l_2}, ...)) * v^(2)_{l_2} o ... o
//   v^(t)_{l_t} y_i = readout . ([x_i] + W_O a_i) + bias
//
// Sources: seed 003_fa68b7a15496b434.txt, Definition 2.2, eq. (1); seed 000_bd1f352bd128419d.txt,
// eqs. (1)-(5), (14)-(20).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/attention_polynomial.hpp"
#include "claims/json.hpp"
#include "numeric/integer.hpp"
#include "numeric/polynomial.hpp"
#include "numeric/surd.hpp"

namespace attest {

struct Construction;

// A polynomial in a token's index i and symbol phi, ready for fast exact evaluation.
class TokenPolynomial {
 public:
  // Throws std::invalid_argument if the polynomial has another variable.
  explicit TokenPolynomial(const Polynomial& polynomial);
  // sum_c row(c) * encoding[c]
  TokenPolynomial(const RationalVector& row, const std::vector<TokenPolynomial>& encoding);
  Rational at(const Integer& i, const Integer& phi) const;
  // The same in machine integers; false where that overflows or a coefficient is no machine integer.
  bool at(long i, long phi, long& out) const;
  Integer denominator() const;  // all values at integers are multiples of 1/denominator()

 private:
  struct Term {
    Rational coefficient;
    unsigned long i_exponent;
    unsigned long phi_exponent;
    std::optional<long> machine;  // the coefficient, if it is a machine integer
  };
  void add(const Rational& coefficient, unsigned long i_exponent, unsigned long phi_exponent);
  std::vector<Term> terms_;
};

struct SoftmaxLayer {
  AttentionPolynomial attention = AttentionPolynomial::standard();
  std::vector<TokenPolynomial> encoding;  // d coordinates
  std::vector<RationalMatrix> query;      // one d x d matrix for each of x_1 .. x_t
  std::vector<RationalMatrix> value;      // one d x d matrix for each of x_2 .. x_t
  Surd scale;
  bool residual = false;
  RationalMatrix output_matrix;  // W_O, d x d
  RationalVector readout;        // d
  Rational readout_bias = 0;

  Eigen::Index dimension() const { return static_cast<Eigen::Index>(encoding.size()); }
  RationalVector encode(const Integer& i, const Integer& phi) const;
};

// The layer at one value of each size parameter, and what stands in its way.
struct Instantiation {
  SoftmaxLayer layer;
  std::vector<std::string> problems;  // rows that are not linear in the encoding, too many coordinates
};
Instantiation instantiate(const Construction& construction, const std::map<std::string, Polynomial>& sizes);

// A reader's own weights, in the form of weights_json, for the attention polynomial of the claim. `own` is
// weights_json of the record: what is only displayed must be as it says. Throws UsageError that names the
// field.
SoftmaxLayer softmax_layer_from_json(const Json& json, const AttentionPolynomial& attention, const Json& own);

// Exact weights for inspection: {"encoding": [...], "scale": "...", "W_Q": [...], ...}.
Json weights_json(const Construction& construction, const std::map<std::string, Polynomial>& sizes);

}  // namespace attest
