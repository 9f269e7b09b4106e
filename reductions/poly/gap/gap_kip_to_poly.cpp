// Lemma E.8 (003_fa68b7a15496b434.txt, lines 2333-2443).
//
// By hand, h = x1 x2 x3 + x1 x2 + x2 x3: in the order of Definition E.1 m_1 = x1 x2 x3, m_2 = x1 x2,
// m_3 = x2 x3; T = {1,2,3}. In block 1 every Q^(j) has B a^j. x1 x2 is B^2 <a,b> there, so block 2 has
// s_2 = -1 at x1. x2 x3 is B^2 <b,c> in block 1 and 0 in block 2 (Q^(3) is zero there): s_3 = -1 at x2. In
// block 4 Q^(1) is B 1 and Q^(2), Q^(3) are zero in the upper rows: h = B^3 <a,b,c>. In the lower rows: x1 x2
// x3 gives d B^3, x1 x2 and x2 x3 give d B^2 each, if Q^(2), Q^(3) carry the factor B there (item 4 has none:
// d B each of the first two and d).
#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

void add_normalising_block(AttentionLayout& layout, bool scaled) {
  const std::size_t last = layout.blocks() - 1;
  const LayoutRow one = scaled ? LayoutRow{0, 1, 0} : LayoutRow{0, 0, 1};
  for (std::size_t i = 0; i < layout.chosen.size(); ++i) {
    LayoutBlock& block = layout.q[layout.chosen[i]][last];
    block = i == 0 ? LayoutBlock{{0, 1, 0}, {0, 1, 0}} : LayoutBlock{{}, one};
  }
}

AttentionLayout gap_kip_layout(Variant variant, const AttentionPolynomial& h, std::size_t k) {
  if (h.degree() != k)
    throw UsageError("h", h.to_string(),
                     fmt::format("a polynomial of degree {}, as many as the instance has sets", k));
  const std::vector<MonomialSet> m = monomials_by_preference(h);
  const MonomialSet& first = m.front();  // x_{r_1} ... x_{r_k}, line 2345
  AttentionLayout layout = empty_layout(h, problems::Family::k_ip, k, first, m.size() + 1);
  layout.s.assign(m.size(), 1);
  for (const std::size_t variable : first) layout.q[variable][0].upper.vector = 1;  // item 2
  for (std::size_t i = 1; i < m.size(); ++i) {
    if (!divides(m[i], first)) continue;  // lines 2374-2378
    long s = -1;                          // line 2389: from m_1
    for (std::size_t l = 1; l < i; ++l) {
      if (!divides(m[l], first) || !divides(m[i], m[l])) continue;
      const bool present = std::find(m[i].begin(), m[i].end(), m[l].front()) != m[i].end();
      s -= present ? layout.s[l] : 1;  // lines 2390-2394
    }
    layout.s[i] = s;
    for (const std::size_t variable : m[i])  // lines 2397-2411
      layout.q[variable][i].upper.vector = variable == m[i].front() ? s : 1;
  }
  add_normalising_block(layout, variant != Variant::printed);
  layout.notes = {
      "Item 4 (lines 2414-2422) has no factor B in the last block of Q^(r_j), j >= 2; the display that "
      "follows "
      "(lines 2424-2433, \"roughly\") has it, and the bounds need it. The same display has s_3 in every "
      "matrix where item 3 has it in that of the highest variable only",
      "1_{n x d} of line 2414 is 1_{2n x d}"};
  return layout;
}

}  // namespace attest
