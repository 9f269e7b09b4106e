#include "attention/network_builder.hpp"
#include "constructions/strassen/strassen_claims.hpp"

namespace attest {

// Section 1 (seed 000_bd1f352bd128419d.txt, line 33), after Sanford et al.: one layer of
// third-order attention (eqs. 10-13) solves Match3. Nothing is printed; this is ours.
//
// The head for Sigma scores -F (s - Sigma + 1/4)^2, s = p_i + p_j + p_l. The shift by 1/4 makes all distances
// different: Sigma scores -F/16, Sigma - 1 scores -9F/16, Sigma + 1 scores -25F/16, ...: the best sum is
// unique, only pairs with the same sum tie, and their mixture has that sum. Any other sum loses at least
// F/2, so with n^2 pairs and |s - s'| < 3m the mixture is off by at most 3 m n^2 e^(-F/(2 sqrt(d))). F = 24 n
// m and d = 6 keep that below 1/4 for all n and m: 3 m n^2 e^(-4.8 n m) is largest at n = 1, m = 2, 4.1e-4 <
// 1/4.
//
// -(a + b + c)^2 with a, b, c = p - Sigma/3 + 1/12 at i, j, l is a sum of six products of a function of i,
// one of j and one of l: -a^2 - b^2 - c^2 - 2ab - 2ac - 2bc.
Transformer strassen_third_order_match3(long m) {
  const auto n = Polynomial::variable("n");
  const auto p = Polynomial::variable("p");
  Transformer t;
  t.features = {"i", "p"};
  t.token_features = {{"i", "p_i"}, {"j", "p_j"}, {"l", "p_l"}};
  t.embedding_dimension = 6;
  t.encoding = {p, square(p), 1, 0, 0, 0};
  const auto v = [](const char* name) { return Polynomial::variable(name); };
  for (const long sum : {m, 2 * m}) {
    const Polynomial a = p - Polynomial(Rational(Integer(sum), Integer(3))) + Polynomial(Rational(1) / 12);
    TransformerHead head;
    head.mechanism = Mechanism::third_order;
    head.query = {scaled(24 * m * n, {-square(a), -1, -1, -2 * a, -2 * a, -2}),
                  {1, square(a), 1, a, 1, a},
                  {1, 1, square(a), 1, a, a}};
    head.value = {{0, 0, 0, p, 1}, {0, 0, 0, 1, p}};
    t.heads.push_back(head);
  }
  t.scale = Surd(Rational(1)) / Surd::square_root(6);
  t.scale_text = "1/sqrt(d), d = 6 (eq. 11)";
  // p_j + p_l of head 1 goes to coordinate 4, of head 2 to coordinate 5.
  t.output_matrix = RationalMatrix::Constant(6, 12, Rational(0));
  t.output_matrix(3, 3) = t.output_matrix(3, 4) = 1;
  t.output_matrix(4, 6 + 3) = t.output_matrix(4, 6 + 4) = 1;
  t.residual = true;

  NetworkBuilder net(6);
  const auto at = [](std::size_t coordinate) { return NetworkBuilder::input(coordinate - 1); };
  const AffineForm first = net.absolute(at(1) + at(4) - AffineForm(m));
  const AffineForm second = net.absolute(at(1) + at(5) - AffineForm(2 * m));
  net.close_layer();
  const AffineForm distance = net.positive_part(first);
  const AffineForm gain = net.positive_part(first - second);
  net.close_layer();
  t.network = net.output(AffineForm(Rational(1) / 2) - distance + gain);
  t.network_formula = "1/2 - min(|p_i+p_j+p_l - m|, |p_i+p_j'+p_l' - 2m|)";
  for (const std::size_t head : {0U, 1U}) {
    const Polynomial s = v("p_i") + v("p_j") + v("p_l") - Polynomial(static_cast<long>(head + 1) * m) +
                         Polynomial(Rational(1) / 4);
    t.identities.push_back({head == 0 ? "identity" : "identity-2m", true, "our derivation",
                            -24 * m * n * square(s), t.score(head), "the rows do not give the score"});
  }
  t.choices = {"nothing is printed: score -24 n m (s - Sigma + 1/4)^2, d = 6, two heads as in Theorem 4.2",
               "sign(y) is 1 for y > 0 and 0 for y <= 0"};
  return t;
}

}  // namespace attest
