#include "attention/network_builder.hpp"
#include "constructions/strassen/strassen_claims.hpp"

namespace attest {

// Section 5, remark (seed 000_bd1f352bd128419d.txt, line 399): "a one-layer triangular attention can perform
// [relation composition] with one attention head, constant embedding dimension and constant-size output
// MLP". Nothing is printed; this is ours.
//
// Token (i, j) sums over l the pair (i, l), (l, j) (eqs. 6-9): score m A_il B_lj, value A_il B_lj. With z
// pairs that have A_il = B_lj = 1 the head puts out z e^(m/sqrt(d)) / (z e^(m/sqrt(d)) + m - z): zero for z =
// 0, otherwise at least e^(m/sqrt(d)) / (e^(m/sqrt(d)) + m - 1). The latter is above 1/2 for all m, since
// e^(m/2) > m - 1 (d = 4), so y = a - 1/2 decides, with a margin that does not shrink.
Transformer strassen_triangular_relation_composition() {
  const auto m = Polynomial::variable("m");
  const auto A = Polynomial::variable("A");
  const auto B = Polynomial::variable("B");

  Transformer t;
  t.features = {"i", "j", "A", "B"};
  t.token_features = {{"i", "j", "A_ij", "B_ij"}, {"i", "l", "A_il", "B_il"}, {"l", "j", "A_lj", "B_lj"}};
  t.embedding_dimension = 4;
  t.encoding = {A, B, 0, 1};
  TransformerHead head;
  head.mechanism = Mechanism::triangular;
  head.query = {{m * A}, {B}};
  head.value = {{0, 0, A}, {0, 0, B}};
  t.heads = {head};
  t.scale = Surd(Rational(1)) / Surd::square_root(4);
  t.scale_text = "1/sqrt(d), d = 4 (eq. 7)";
  t.output_matrix = RationalMatrix::Identity(4, 4);
  t.residual = true;
  NetworkBuilder net(4);
  t.network = net.output(NetworkBuilder::input(2) - AffineForm(Rational(1) / 2));
  t.network_formula = "a - 1/2, a the third coordinate";
  t.choices = {
      "nothing is printed: encoding (A, B, 0, 1), score m A_il B_lj, value A_il B_lj in coordinate 3",
      "sign(y) is 1 for y > 0 and 0 for y <= 0"};
  return t;
}

}  // namespace attest
