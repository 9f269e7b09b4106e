#include <fmt/format.h>

#include "attention/network_builder.hpp"
#include "constructions/strassen/strassen_claims.hpp"

namespace attest {

// Theorem 5.1, upper bound (seed 000_bd1f352bd128419d.txt, lines 411-417): relation composition with
// -(col(d) - col(k))^2 in the place of -(d - k)^2, plus (d - k)^2 / m^3 and the tie-break over m^8, times "a
// sufficiently large factor". The print gives the score, no vectors: the rows below are the ones that give
// it. Tokens (i, j) also carry s = col(i) and t = col(j).
//
// The three tiers: the integral part moves in steps of 1; (d - k)^2 / m^3 lies in [0, (m-1)^2/m^3] and moves
// in steps of at least 1/m^3; the tie-break spans (m^4 - 1)/m^8 < 1/m^4 and moves in steps of at least 1/m^8.
Transformer strassen_quotient_composition(long factor) {
  const auto m = Polynomial::variable("m");
  const Polynomial inverse = reciprocal_of("m");
  const auto power = [&](int e) {
    Polynomial result = 1;
    for (int k = 0; k < e; ++k) result = result * inverse;
    return result;
  };
  // Every score is a sum of products of two rows, so rows times m^e make scores times m^(2e) = n^e.
  Polynomial rows = 1;
  for (long e = 0; e < factor; ++e) rows = rows * m;
  const auto i = Polynomial::variable("i");
  const auto j = Polynomial::variable("j");
  const auto A = Polynomial::variable("A");
  const auto B = Polynomial::variable("B");
  const auto col_first = Polynomial::variable("s");   // col(i)
  const auto col_second = Polynomial::variable("t");  // col(j)
  const auto &c = i, &d = j, &k = i, &l = j;

  Transformer t;
  t.features = {"i", "j", "A", "B", "s", "t"};
  t.token_features = {{"i", "j", "A_ij", "B_ij", "col_i", "col_j"},
                      {"c", "d", "A_cd", "B_cd", "col_c", "col_d"},
                      {"k", "l", "A_kl", "B_kl", "col_k", "col_l"}};
  t.embedding_dimension = 19;
  t.encoding = {
      A, B, i, square(i), j, square(j), 1, col_first, square(col_first), col_second, square(col_second)};
  TransformerHead head;
  head.mechanism = Mechanism::strassen;
  head.query = {scaled(rows, {square(i), 2 * i, -1, square(j), 2 * j, -1, 0, 0, 0, 0, 0, 0, 0, 0, power(5),
                              power(6), power(7), power(8)}),
                scaled(rows, {-1, c, square(c), 0, 0, 0, square(col_second), 2 * col_second, -1,
                              square(d) * power(3), -2 * d * power(3), power(3), 1, A, c, d, 0, 0}),
                scaled(rows, {0, 0, 0, -1, l, square(l), -1, col_first, square(col_first), 1, k, square(k), B,
                              1, 0, 0, k, l})};
  head.value = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, c, d, 1, 1, A, 1, col_second, 1},
                {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, k, l, 1, B, 1, col_first}};
  t.heads = {head};
  t.scale = Surd(Rational(1)) / Surd::square_root(19);
  t.scale_text = "1/sqrt(d), d = 19 (eq. 15)";
  t.output_matrix = RationalMatrix::Identity(19, 19);
  t.residual = true;

  NetworkBuilder net(19);
  const auto at = [](std::size_t coordinate) { return NetworkBuilder::input(coordinate - 1); };
  const AffineForm violated = net.absolute(at(12) - at(3)) + net.absolute(at(15) - at(5)) +
                              net.absolute(at(18) - at(19)) + net.positive_part(AffineForm(1) - at(16)) +
                              net.positive_part(AffineForm(1) - at(17));
  const AffineForm apart = net.absolute(at(13) - at(14));  // |d - k|
  net.close_layer();
  const AffineForm sum = net.positive_part(violated);
  const AffineForm same = net.positive_part(AffineForm(1) - apart);
  net.close_layer();
  t.network = net.output(AffineForm(Rational(1) / 2) - sum - same);
  t.network_formula =
      "1/2 - |c-i| - |l-j| - |col(d)-col(k)| - max(0, 1-A_cd) - max(0, 1-B_kl) - max(0, 1-|d-k|)";

  const auto v = [](const char* name) { return Polynomial::variable(name); };
  const Polynomial displayed = -square(v("i") - v("c")) - square(v("col_d") - v("col_k")) -
                               square(v("l") - v("j")) + v("A_cd") + v("B_kl") +
                               square(v("d") - v("k")) * power(3) +
                               (v("c") * m * m * m + v("d") * m * m + v("k") * m + v("l")) * power(8);
  t.identities.push_back({"identity", true, "lines 411-415", square(rows) * displayed, t.score(0),
                          "the rows do not give the described score"});
  t.choices = {
      "the vectors are not printed, only the score: these rows give it",
      fmt::format("the sufficiently large factor is n^{} = m^{}; the least difference of two scores is "
                  "that over m^8, before 1/sqrt(d)",
                  factor, 2 * factor),
      "the tie-break over m^8 takes the place of (25)'s over m^5: the print adds a term of the same form "
      "with a larger denominator and does not say that the old one goes",
      "tokens (i, j) carry col(i) and col(j) (line 403); the encoding holds them and their squares",
      "V_1, V_2, W_O and the output network as in relation composition, with col(d), col(k) and a "
      "test of d != k",
      "sign(y) is 1 for y > 0 and 0 for y <= 0"};
  return t;
}

}  // namespace attest
