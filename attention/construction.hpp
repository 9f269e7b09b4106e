// The record that a theorem's file yields for softmax attention: polynomials in the features of a token
// and the size parameters, exactly as the paper writes them. Everything else is derived from it: weight
// matrices (softmax_layer.hpp), identities (checks below), evaluation.
//
// Features of a token: `i`, its 1-based index, and `phi`, the number it carries. A row such as
// n*(2*phi) is one coordinate of W x_i; that it is linear in the encoding is checked, not assumed.
#pragma once

#include <string>
#include <vector>

#include "attention/attention_polynomial.hpp"
#include "numeric/integer.hpp"
#include "numeric/polynomial.hpp"
#include "numeric/surd.hpp"

namespace attest {

using Rows = std::vector<Polynomial>;

// An equation that the paper displays about the scores. `displayed` and `actual` are polynomials in the
// tokens' indices and symbols (see token_index, token_symbol) and the sizes.
struct DisplayedIdentity {
  std::string name;  // of its check
  bool essential = true;
  std::string where;  // "line 351"
  Polynomial displayed;
  Polynomial actual;
  std::string failure;  // why it fails, if it does: one sentence
};

// Something that the print does not define.
struct Defect {
  std::string where;
  std::string what;
  std::string reading;  // how the remaining checks read it, in the paper's favour
};

struct Construction {
  AttentionPolynomial attention = AttentionPolynomial::standard();
  std::vector<std::string> token_names;  // of x_1, x_2, ..., as the paper calls their indices
  long embedding_dimension = 0;          // d; all rows are padded with zeros to it
  Rows encoding;
  std::vector<Rows> query;  // of x_1, ..., x_t
  std::vector<Rows> value;  // of x_2, ..., x_t
  Surd scale;               // h(Q...) is multiplied by it before the softmax
  std::string scale_text;   // the same as the paper writes it

  // y = readout . (x_i [if residual] + W_O a_i) + bias: eqs. 19, 20 of seed 000 with an affine network.
  bool residual = false;
  RationalMatrix output_matrix;
  RationalVector readout;
  Rational readout_bias = 0;
  long mlp_parameters = 0;

  std::vector<DisplayedIdentity> identities;
  std::vector<Defect> defects;
  std::vector<std::string> choices;  // what the print leaves free and we filled in
  std::vector<std::string> notes;

  // The variables that stand for index and symbol of the token at x_{variable+1}.
  Polynomial token_index(std::size_t variable) const;
  Polynomial token_symbol(std::size_t variable) const;

  // h(Q^(1), ..., Q^(t)) as a polynomial in those.
  Polynomial score() const;
};

// `count` zero rows; a negative count is no object, it is recorded in `defects` and read as the last
// -count rows before it being cut.
class RowBuilder {
 public:
  RowBuilder(std::vector<Defect>& defects, std::string where) : defects_(defects), where_(std::move(where)) {}
  RowBuilder& zeros(long count, const std::string& as_printed);
  RowBuilder& rows(const Rows& more);
  Rows build() { return rows_; }

 private:
  std::vector<Defect>& defects_;
  std::string where_;
  Rows rows_;
};

// Every row multiplied by a factor.
Rows scaled(const Polynomial& factor, const Rows& rows);

// Sum of products of coordinates with the same number; the shorter vector is padded with zeros.
Polynomial inner_product(const Rows& a, const Rows& b);

}  // namespace attest
