// Theorem C.10 (003_fa68b7a15496b434.txt, lines 1799-1817).
//
// By hand, n = 1, d = 2, a = b = c = (1,0), m = 1: d~ = 4 and, with B^2 = 1 for short,
//   Q^(1) = (1,0,1,1; 0,0,1,1),  Q^(2) = Q^(3) = (1,0,0,0; 0,0,1,1).
// Row 1 of the output: (upper, upper) has h = 3, (lower, upper) and (upper, lower) 2 + 1 = 3, (lower, lower)
// 6. So P = e^(3/4) and R = 3 e^(3/4) + e^(6/4), as eq. 6 says.
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

AttentionLayout gap_triangle_layout() {
  AttentionLayout layout =
      empty_layout(AttentionPolynomial::strassen(), problems::Family::ip_triangle, 2, {0, 1, 2}, 2);
  for (std::size_t j = 0; j < 3; ++j) layout.q[j][0].upper.vector = 1;  // line 1810, first d columns
  layout.q[0][1] = {{0, 1, 0}, {0, 1, 0}};                              // Q^(1), second: 1_d in every row
  layout.q[1][1] = layout.q[2][1] = {{}, {0, 1, 0}};                    // 0_d, then 1_d
  layout.s = {1, 1, 1};
  layout.choices = {"V^(1), V^(2) of line 1812 are Definition 2.2's V^(2), V^(3), the values of x_2 and x_3",
                    "the factor 1/d of lines 1827-1839 is 1/d~, as in eq. 6 and in Definition 2.2, whose d "
                    "is the width of Q"};
  layout.notes = {
      "line 1871 has V^(1)_{k,2} where line 1891 has V^(2)_{k,1}; line 1903 speaks of the first row of the "
      "attention matrix where its first column is meant"};
  return layout;
}

}  // namespace attest
