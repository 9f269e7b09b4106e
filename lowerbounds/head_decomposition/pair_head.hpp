// Strassen and third-order heads of tiny integer weights, exactly: polynomials in E = e^{1/sqrt(d)}.
//
// E is transcendental (Lindemann), so a polynomial in E with integer coefficients is zero only if all
// coefficients are.
#pragma once

#include <map>
#include <vector>

namespace attest {

using PolynomialInE = std::map<long, long>;  // exponent -> coefficient, zeros left out

PolynomialInE add(const PolynomialInE& a, const PolynomialInE& b, long factor);  // a + factor*b

// One coordinate of a head's output, numerator over denominator.
struct PairHeadOutput {
  PolynomialInE numerator;
  PolynomialInE denominator;
};

using SmallVector = std::vector<long>;
using SmallMatrix = std::vector<SmallVector>;

// Seed 000, eqs. 14-17 and 10-13. `tokens` are d-dimensional, the output is at token `at` (0-based),
// coordinate 0.
struct StrassenWeights {
  SmallMatrix f, g, h, v1, v2;  // W^f, W^g, W^h, V_1, V_2
};
PairHeadOutput strassen_head(const StrassenWeights& weights, const SmallMatrix& tokens, std::size_t at);

struct ThirdOrderWeights {
  SmallMatrix q, k1, k2, v1, v2;  // W^q, W_1^k, W_2^k, V_1, V_2
};
PairHeadOutput third_order_head(const ThirdOrderWeights& weights, const SmallMatrix& tokens, std::size_t at);

// The witness, d = 3. Token j carries (a_j, b_j, 1) where a_j depends on the first word alone and b_j on the
// second: the score of (j, k) is a_j b_k and so is the first coordinate of its value. So, with |a| the number
// of ones,
//     denominator = N^2 + (E - 1) |a| |b|,   numerator = E |a| |b|.
StrassenWeights strassen_witness();
ThirdOrderWeights third_order_witness();

}  // namespace attest
