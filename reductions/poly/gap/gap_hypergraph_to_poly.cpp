// Lemma E.13 (003_fa68b7a15496b434.txt, lines 2620-2745).
//
// By hand, t_0 = 4, k = 3, h = the four products of three of x1..x4, and x1 x2: x1 x2 divides x1 x2 x3 and
// x1 x2 x4, so blocks 1 and 2 give it B^2 <a^1,a^2> twice and its own block needs s_5 = -2. The first item of
// line 2689 counts all four monomials of degree 3: s_5 = -4, and h keeps -2 B^2 <a^1,a^2>.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

namespace {

// Calls visit on the subsets of {0..universe-1} of that size in lexicographic order until it returns true.
template <class Visit>
bool any_subset(std::size_t universe, std::size_t size, Visit&& visit) {
  if (size > universe) return false;
  MonomialSet subset(size);
  for (std::size_t i = 0; i < size; ++i) subset[i] = i;
  while (true) {
    if (visit(subset)) return true;
    std::size_t i = size;
    while (i > 0 && subset[i - 1] == universe - size + i - 1) --i;
    if (i == 0) return false;
    ++subset[i - 1];
    for (std::size_t j = i; j < size; ++j) subset[j] = subset[j - 1] + 1;
  }
}

MonomialSet symmetric_variables(const AttentionPolynomial& h, std::size_t t_0, std::size_t k) {
  const std::set<MonomialSet> has(h.monomials().begin(), h.monomials().end());
  MonomialSet found;
  any_subset(h.variables(), t_0, [&](const MonomialSet& variables) {
    const bool missing = any_subset(t_0, k, [&](const MonomialSet& picked) {
      MonomialSet monomial;
      for (const std::size_t i : picked) monomial.push_back(variables[i]);
      return !has.contains(monomial);
    });
    if (!missing) found = variables;
    return !missing;
  });
  return found;
}

}  // namespace

AttentionLayout gap_hypergraph_layout(Variant variant, const AttentionPolynomial& h, std::size_t t_0,
                                      std::size_t k) {
  if (h.degree() != k)
    throw UsageError("h", h.to_string(), fmt::format("a polynomial of degree {}, the order k", k));
  const MonomialSet chosen = symmetric_variables(h, t_0, k);
  if (chosen.empty())
    throw UsageError(
        "h", h.to_string(),
        fmt::format("a polynomial with all monomials of degree {} on some {} variables", k, t_0));
  const std::vector<MonomialSet> m = monomials_by_preference(h);
  AttentionLayout layout = empty_layout(h, problems::Family::hypergraph_ip, k, chosen, m.size() + 1);
  layout.s.assign(m.size(), 1);
  const bool printed = variant == Variant::printed;
  for (std::size_t i = 0; i < m.size(); ++i) {
    const bool inside = divides(m[i], chosen);
    if (m[i].size() == k) {  // item 2, lines 2648-2677
      if (inside) {
        for (const std::size_t variable : m[i]) layout.q[variable][i].upper.vector = 1;
      }
      continue;
    }
    if (!printed && !inside) continue;
    long s = 0;
    for (std::size_t l = 0; l < i; ++l) {
      const bool present = std::find(m[i].begin(), m[i].end(), m[l].front()) != m[i].end();
      const bool divided = divides(m[i], m[l]);
      if (printed) {
        if (m[l].size() == k) {
          s -= 1;  // line 2689: every monomial of degree k, divisible by m_i or not
        } else if (divided && present) {
          s -= layout.s[l] + 1;  // lines 2691-2695: both items say "present"
        }
      } else if (divided && divides(m[l], chosen)) {
        s -= m[l].size() < k && present ? layout.s[l] : 1;  // E.8, lines 2389-2394
      }
    }
    layout.s[i] = s;
    for (const std::size_t variable : m[i]) {  // lines 2700-2727
      if (layout.set_of(variable)) layout.q[variable][i].upper.vector = variable == m[i].front() ? s : 1;
    }
  }
  add_normalising_block(layout, !printed);
  layout.choices = {
      "\"degree <= k\" of lines 2691-2695 is read as \"degree <= k-1\": s_l is defined for those only, and "
      "the "
      "first item counts the monomials of degree k",
      "T lists its variables in ascending order, so that r_1 = 1 if x_1 is among them",
      "monomials of degree k with a variable outside T, for which item 2 says nothing, have a zero block"};
  layout.notes = {
      "Lines 2777-2798 have (s+1)^c in denominators where (s+1)c is meant (perhaps transcription)",
      "The items of lines 2691 and 2694 have the same condition (\"present\"), joined by \"but\"; E.8 has "
      "\"not "
      "present\" in the second",
      "Item 4 calls the matrix (0; 1) \"the all zeros matrix\"; it has no factor B",
      "Line 2793 has P/Q for P/R; line 2796 calls eq. 18 a lower and eq. 17 an upper bound: they are the "
      "other "
      "way round"};
  return layout;
}

}  // namespace attest
