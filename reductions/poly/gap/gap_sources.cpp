#include "numeric/checked.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/problems/ascending.hpp"

namespace attest {

using problems::BitVectors;
using problems::Constraint;
using problems::InnerProducts;

std::vector<BitVectors> ascending_lists(std::size_t n, std::size_t d) {
  std::vector<BitVectors> lists;
  std::vector<std::size_t> codes(n, 0);
  const std::size_t last = (std::size_t{1} << d) - 1;
  while (true) {
    BitVectors list(n, d);
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t j = 0; j < d; ++j) list.set(row, j, (codes[row] >> (d - 1 - j) & 1U) != 0);
    }
    lists.push_back(std::move(list));
    std::size_t i = n;
    while (i > 0 && codes[i - 1] == last) --i;
    if (i == 0) return lists;
    const std::size_t next = codes[i - 1] + 1;
    for (; i <= n; ++i) codes[i - 1] = next;
  }
}

Integer GapSources::count() const {
  const std::size_t constraints = problems::constraints_of(family, sets, order).size();
  return power(ascending_count(Integer(1) << static_cast<unsigned>(d), n), sets) *
         power(Integer(d + 1), equal_targets ? 1 : constraints);
}

InnerProducts GapSources::unrank(Integer rank) const {
  InnerProducts instance{family, order, {}, problems::constraints_of(family, sets, order), std::nullopt};
  const Integer targets(d + 1);
  for (std::size_t c = instance.constraints.size(); c-- > 0;) {
    instance.constraints[c].target = to_long(Integer(rank % targets));
    if (!equal_targets || c == 0) rank /= targets;
  }
  const Integer vectors = Integer(1) << static_cast<unsigned>(d);
  const Integer lists = ascending_count(vectors, n);
  instance.sets.assign(sets, BitVectors(n, d));
  for (std::size_t s = sets; s-- > 0; rank /= lists) {
    const std::vector<Integer> codes = ascending_of_rank(Integer(rank % lists), vectors, n);
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t j = 0; j < d; ++j)
        instance.sets[s].set(row, j,
                             boost::multiprecision::bit_test(codes[row], static_cast<unsigned>(d - 1 - j)));
    }
  }
  return instance;
}

void GapSources::visit(const std::function<bool(const InnerProducts&)>& visit) const {
  const std::vector<BitVectors> lists = ascending_lists(n, d);
  InnerProducts instance{family, order, {}, problems::constraints_of(family, sets, order), std::nullopt};
  std::vector<std::size_t> chosen(sets, 0);
  while (true) {
    instance.sets.clear();
    for (const std::size_t list : chosen) instance.sets.push_back(lists[list]);
    for (Constraint& constraint : instance.constraints) constraint.target = 0;
    const long most = static_cast<long>(d);
    while (true) {
      if (!visit(instance)) return;
      std::size_t c = instance.constraints.size();
      if (equal_targets) {
        if (instance.constraints.front().target == most) break;
        for (Constraint& constraint : instance.constraints) ++constraint.target;
        continue;
      }
      while (c > 0 && instance.constraints[c - 1].target == most) instance.constraints[--c].target = 0;
      if (c == 0) break;
      ++instance.constraints[c - 1].target;
    }
    std::size_t s = sets;
    while (s > 0 && chosen[s - 1] + 1 == lists.size()) chosen[--s] = 0;
    if (s == 0) return;
    ++chosen[s - 1];
  }
}

}  // namespace attest
