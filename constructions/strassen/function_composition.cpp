#include "constructions/strassen/function_composition.hpp"

namespace attest {

// Theorem 4.2, function composition (seed 000_bd1f352bd128419d.txt, lines 330-362). Tokens i = 1..2n+1
// carry phi(i) in [n]: g, then h, then x. One Strassen head (eqs. 14-17), eq. 20's residual included.
//
// By hand at n = 1: three tokens that all carry 1; i = 3; the score of (j, k) is -((1-j)^2 + (1-(k-1))^2),
// largest at j = 1, k = 2, and every value phi(k) is 1, so y = 1 = h(g(1)) whatever leaks.
Construction strassen_function_composition(Variant variant) {
  const auto n = Polynomial::variable("n");
  const auto i = Polynomial::variable("i");      // a token's index; j and k below are indices too
  const auto phi = Polynomial::variable("phi");  // the number it carries

  Construction c;
  c.attention = AttentionPolynomial::strassen();  // f_i g_j + g_j h_k + h_k f_i
  c.token_names = {"i", "j", "k"};
  c.embedding_dimension = 7;
  c.encoding = {i, square(i), phi, square(phi), 1, 0, 0};  // line 338
  const auto& j = i;
  const auto& k = i;
  c.query = {
      scaled(n, {square(phi), 2 * phi, -1, 0, 0, 0}),                     // f_i, line 342
      scaled(n, {-1, j, square(j), square(phi), 2 * phi, -1}),            // g_j
      scaled(n, {0, 0, 0, -1, k - n, square(k) - 2 * k * n + square(n)})  // h_k
  };
  c.value = {
      {1},   // v_j: the first coordinate is 1, line 348
      {phi}  // v_k: the first coordinate is phi(k)
  };
  c.scale = Surd(Rational(1)) / Surd::square_root(7);
  c.scale_text = "1/sqrt(d), d = 7 (eq. 15)";

  // Eqs. 19 and 20: y_i = N(x_i + W_O a_i). W_O moves coordinate 1 to 6, which the encoding leaves zero.
  c.residual = true;
  c.output_matrix = RationalMatrix::Constant(7, 7, Rational(0));
  c.output_matrix(5, 0) = 1;
  c.readout = RationalVector::Constant(7, Rational(0));
  c.readout(5) = 1;
  c.mlp_parameters = 8;  // one affine map R^7 -> R

  const Polynomial first = square(c.token_symbol(0) - c.token_index(1));         // (phi(i) - j)^2
  const Polynomial second = square(c.token_symbol(1) - (c.token_index(2) - n));  // (phi(j) - (k-n))^2
  const bool printed = variant == Variant::printed;
  c.identities.push_back({"identity", true, "line 346",
                          printed ? -square(n) * (first - second) : -square(n) * (first + second), c.score(),
                          "the displayed score -n^2[(phi(i)-j)^2 - (phi(j)-(k-n))^2] has a minus between the "
                          "squares; the printed "
                          "vectors give a plus"});

  c.choices = {
      "f, g, h are printed with 6 coordinates; they are padded with a zero to d = 7, the length of the "
      "encoding",
      "the softmax divides by sqrt(d) = sqrt(7), as eq. (15) defines it; the proof displays sqrt(6)",
      "W_O is not given: it moves coordinate 1 of the head's output to coordinate 6 of the residual stream, "
      "which the encoding leaves zero (left in coordinate 1, the residual i = 2n+1 would be added to the "
      "answer)",
      "the output network is not given: it returns coordinate 6 (an affine map, 8 parameters)",
      "V_1 and V_2 are zero outside of their first row"};
  if (printed) {
    c.notes = {
        "the minus between the squares may be damage in transcription: the next sentence of the proof "
        "needs the plus that the printed vectors have",
        "with the displayed sqrt(6) instead of sqrt(7) no output fails at n = 1, 2, 3 either"};
  }
  return c;
}

}  // namespace attest
