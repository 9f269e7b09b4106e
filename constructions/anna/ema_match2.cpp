#include "constructions/anna/ema_match2.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace attest {

namespace {

RationalMatrix column(const std::vector<Rational>& entries) {
  RationalMatrix result(static_cast<Eigen::Index>(entries.size()), 1);
  for (std::size_t r = 0; r < entries.size(); ++r) result(static_cast<Eigen::Index>(r), 0) = entries[r];
  return result;
}

}  // namespace

// Theorem F.1 (seed 001_9fe7599dfb64bc47.txt, lines 841-865). Embedding dimension m = 1: the "11" of line 843
// is "1" twice, as all formulas of this seed are.
//
// By hand: N = 1, M = 2, x = (2). 2 + 2 = 4 = 0 mod 2, so Match2 is 1; q = 2, the only key is 2 - 2 = 0, so
// the printed output is 0.
ExactMatchConstruction anna_ema_match2(Variant variant, long N, long M) {
  ExactMatchConstruction c;
  const Rational m = M;
  c.psi_formula = "y";
  switch (variant) {
    case Variant::printed:
      c.phi = {{"x", [](long x) { return Rational(x); }},  // phi(x) = (x, 1), line 847
               {"1", [](long) { return Rational(1); }}};
      c.Q = column({1, 0});  // line 849
      c.K = column({-1, m});
      c.V = column({0, 1});
      c.choices = {"psi, the output function of Definition 2.2, is the identity",
                   "Definition 3.3 is read with r = 0, cr = 0 and N(q, t) as the tokens (not the set of "
                   "their distinct "
                   "keys), without which two equal keys could not both get the weight it asks for"};
      c.notes = {
          "line 857 displays ((phi(X)Q)(phi(X)K)^T)[i,j] = 1/|{j: x_i + x_j = M}|; the product is x_i (M - "
          "x_j). "
          "Meant are the attention weights",
          "the statement has X in [M]^N, the proof X in [0, M]^(N x 1)"};
      break;
    case Variant::repaired:
      // The print matches x_i + x_j = M and misses the other multiples of M that two symbols can sum to:
      // 2M = M + M, and 0 = 0 + 0. With residues, M and 0 are one symbol, which must match itself.
      c.phi = {{"x mod M", [M](long x) { return Rational(x % M); }},
               {"1", [](long) { return Rational(1); }},
               {"[x = 0 mod M]", [M](long x) { return Rational(x % M == 0 ? 1 : 0); }}};
      c.Q = column({1, 0, 0});
      c.K = column({-1, m, -m});  // M - x mod M, and 0 for the residue 0
      c.V = column({0, 1, 0});
      c.choices = {"psi, the output function of Definition 2.2, is the identity"};
      break;
    case Variant::constructed: {
      // Corollary F.2 by Definition 3.3, whose weights sum to 1 at every token, so every query needs a key.
      // Give x and -x one key: a token then always finds itself, and the average of the signs of what it
      // finds is +1 or -1 exactly when all are on its own side. If both signs occur among c <= N tokens,
      // |average| <= 1 - 2/c <= 1 - 2/N, which psi maps to 1. A residue with x = -x has sign 0: it matches
      // itself and its average is 0, which psi maps to 1 as well (for N = 1 the slope stays that of N = 2).
      const auto residue = [M](long x) { return x % M; };
      c.phi = {{"min(x mod M, M - x mod M)",
                [residue, M](long x) { return Rational(std::min(residue(x), (M - residue(x)) % M)); }},
               {"sign(M - 2 (x mod M)), 0 if x = -x mod M", [residue, M](long x) {
                  const long r = residue(x);
                  if ((2 * r) % M == 0) return Rational(0);
                  return Rational(2 * r < M ? 1 : -1);
                }}};
      c.Q = column({1, 0});
      c.K = column({1, 0});
      c.V = column({0, 1});
      // |a| = ReLU(a) + ReLU(-a);  psi(a) = 1 - ReLU(1 - (max(N,2)/2)(1 - |a|)).
      const Rational half_n = Rational(std::max(N, 2L)) / 2;
      AffineMap split{RationalMatrix(2, 1), RationalVector::Constant(2, Rational(0))};
      split.weight << Rational(1), Rational(-1);
      AffineMap join{RationalMatrix::Constant(1, 2, half_n),
                     RationalVector::Constant(1, Rational(1 - half_n))};
      AffineMap last{RationalMatrix::Constant(1, 1, Rational(-1)), RationalVector::Constant(1, Rational(1))};
      c.psi = ReluNetwork({split, join, last});
      c.psi_formula = "1 - ReLU(1 - (max(N,2)/2)(1 - |y|))";
      c.choices = {
          "Definition 3.3 is read with r = 0, cr = 0 and N(q, t) as the tokens (not the set of their "
          "distinct "
          "keys), without which two equal keys could not both get the weight it asks for"};
      break;
    }
    default:
      throw std::out_of_range(std::string("anna/ema-match2 has no variant ") + to_string(variant));
  }
  return c;
}

}  // namespace attest
