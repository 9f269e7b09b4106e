#include "reductions/poly/hardness/monomial_order.hpp"

#include <algorithm>

namespace attest {

bool has_higher_preference(const MonomialSet& a, const MonomialSet& b) {
  if (a.size() != b.size()) return a.size() > b.size();
  // Of equal length and ascending, the first difference is the smallest variable that only one of them has,
  // and the smaller of the two entries is that variable.
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

std::vector<MonomialSet> monomials_by_preference(const AttentionPolynomial& h) {
  std::vector<MonomialSet> monomials = h.monomials();
  std::sort(monomials.begin(), monomials.end(), has_higher_preference);
  return monomials;
}

bool divides(const MonomialSet& a, const MonomialSet& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

}  // namespace attest
