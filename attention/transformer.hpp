// The record that a theorem's file yields for a complete one-layer transformer: encoding, heads, W_O,
// residual and output network, as polynomials in the features of a token and the size parameters.
//
//   a_i^(h) = head h at token i,   y_i = N(x_i + W_O (a_i^(1); ...; a_i^(H)))
//
// Source: seed 000_bd1f352bd128419d.txt, Definition 2.1, eqs. (18)-(20); the heads are those of eqs.
// (6)-(17).
//
// A size parameter m that is also divided by is written with its reciprocal: reciprocal_of("m") is a
// variable of its own, and equations are compared after m * (1/m) = 1 has been used.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "attention/construction.hpp"
#include "attention/mechanism.hpp"
#include "attention/relu_network.hpp"
#include "numeric/surd.hpp"

namespace attest {

struct TransformerHead {
  Mechanism mechanism = Mechanism::strassen;
  std::vector<Rows> query;  // in the features of one token: f, g, h (strassen); q, k (triangular); q, k, k'
  std::vector<Rows> value;  // of the second and third token
};

struct Transformer {
  std::vector<std::string> features;
  // The features of the first, second and third token of a score, as the displayed equations call them.
  std::vector<std::vector<std::string>> token_features;
  long embedding_dimension = 0;  // d; encoding and rows are padded with zeros to it
  Rows encoding;
  std::vector<TransformerHead> heads;
  Surd scale;  // of every head
  std::string scale_text;
  RationalMatrix output_matrix;  // W_O, d x (d H)
  bool residual = true;
  ReluNetwork network;  // R^d -> R
  std::string network_formula;

  std::vector<DisplayedIdentity> identities;
  std::vector<Defect> defects;
  std::vector<std::string> choices;
  std::vector<std::string> notes;

  // The score of head h before scaling, in the token features' names.
  Polynomial score(std::size_t head) const;
};

// The variable that stands for 1/m, and a polynomial with every product m * (1/m) replaced by 1.
Polynomial reciprocal_of(const std::string& parameter);
Polynomial reduce_reciprocals(const Polynomial& polynomial, const std::string& parameter);

// Values of a size parameter and of its reciprocal.
std::map<std::string, Polynomial> size_values(const std::map<std::string, long>& sizes);

}  // namespace attest
