// What is checked of dual attention: its shapes, that it is what eqs. 1 and 2 define, and what the text says
// of it.
#pragma once

#include "claims/whole_claim.hpp"
#include "constructions/dat/dual_attention.hpp"
#include "constructions/dat/formal_polynomial.hpp"

namespace attest {

using Polynomials = Tensor<FormalPolynomial>;

// A layer of repaired shapes with inputs, symbols, weights and attention weights, every entry an
// indeterminate.
class FormalLayer {
 public:
  // `symmetric`: the relations' key projections are their query projections.
  FormalLayer(const DualAttentionSizes& sizes, bool symmetric);

  // alpha_ij^(h); with a causal mask it is zero for j > i.
  FormalPolynomial alpha(HeadKind kind, std::size_t h, std::size_t i, std::size_t j);

  // Algorithm 1; the matrices of scores that it gives to the softmax are kept in `scores`.
  Polynomials run();

  struct Scores {
    HeadKind kind;
    std::size_t h;
    Polynomials matrix;
  };

  DualAttentionSizes s;
  IndeterminateNames names;
  Polynomials x;
  Polynomials symbols;
  DualAttentionWeights<FormalPolynomial> w;
  bool causal = false;
  std::vector<Scores> scores;

 private:
  void fill(const std::string& name, Polynomials& matrix);
};

// Does every product of Algorithm 1 exist, and has the output d_model coordinates?
Check shapes_check(const DualAttentionSizes& s, bool square_blocks);

// The scores of Algorithm 1 are the inner products of eqs. 1 and 2, and its output is theirs term by term.
Check definition_check(FormalLayer& layer, const Polynomials& output);

// Line 337: the first n_h^sa d_h coordinates come from sensory heads alone, the others from relational heads
// alone.
Check share_check(FormalLayer& layer, const Polynomials& output);

// With alpha_ij = 0 for j > i nothing of x_j or s_j is left in output i, nor in a score that softmax still
// uses.
Check causal_check(const DualAttentionSizes& s);

// W_q^rel = W_k^rel: r_ij = r_ji, and r_ii - 2 r_ij + r_jj is the square of the distance of two images.
Check symmetric_check(FormalLayer& layer);

// Line 333: d_proj = d_h n_h^ra / d_r "so that the number of parameters is fixed as d_r varies"; and the
// number itself as a detail. Adds one check.
void parameter_checks(const DualAttentionSizes& s, bool square_blocks, Verdict& verdict);

}  // namespace attest
