#include "reductions/poly/hardness/attention_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"

namespace attest {

namespace {

bool inside(const MonomialSet& monomial, const std::vector<std::size_t>& chosen) {
  return std::all_of(monomial.begin(), monomial.end(), [&](std::size_t variable) {
    return std::find(chosen.begin(), chosen.end(), variable) != chosen.end();
  });
}

Polynomial coordinate(std::size_t set) {
  return Polynomial::variable(fmt::format("a{}", set + 1));
}

Polynomial power_of(const Polynomial& base, std::size_t exponent) {
  Polynomial result(1);
  for (std::size_t i = 0; i < exponent; ++i) result = result * base;
  return result;
}

}  // namespace

std::optional<std::size_t> AttentionLayout::set_of(std::size_t variable) const {
  const auto found = std::find(chosen.begin(), chosen.end(), variable);
  if (found == chosen.end()) return std::nullopt;
  return static_cast<std::size_t>(found - chosen.begin());
}

AttentionLayout empty_layout(AttentionPolynomial h, problems::Family family, std::size_t order,
                             std::vector<std::size_t> chosen, std::size_t blocks) {
  AttentionLayout layout{std::move(h), family, order, std::move(chosen), {}, {}, {}, {}, {}, {}};
  layout.q.assign(layout.variables(), std::vector<LayoutBlock>(blocks));
  for (std::size_t j = 1; j < layout.variables(); ++j) layout.v.push_back({1, layout.set_of(j) ? 0 : 1});
  return layout;
}

problems::AttentionInstance attention_of(const AttentionLayout& layout, const problems::InnerProducts& source,
                                         const Rational& power_of_b) {
  std::size_t n = 0;
  for (const auto& set : source.sets) n = std::max(n, set.size());
  const std::size_t d = source.dimension();
  const auto tokens = static_cast<Eigen::Index>(2 * n);
  const auto columns = static_cast<Eigen::Index>(layout.blocks() * d);
  problems::AttentionInstance result{layout.h, {}, {}, power_of_b, {}, {}, {}};
  CountedWork work(Integer(layout.variables()) * layout.blocks() * 2 * n);
  std::uint64_t rows = 0;
  for (std::size_t j = 0; j < layout.variables(); ++j) {
    problems::QueryKeyMatrix q{problems::SmallMatrix::Zero(tokens, columns),
                               problems::SmallMatrix::Zero(tokens, columns)};
    const auto set = layout.set_of(j);
    for (std::size_t block = 0; block < layout.blocks(); ++block) {
      for (std::size_t row = 0; row < 2 * n; ++row) {
        check_stop();
        work.reached(rows++);
        const LayoutRow& entry = row < n ? layout.q[j][block].upper : layout.q[j][block].lower;
        for (std::size_t c = 0; c < d; ++c) {
          const bool bit =
              entry.vector != 0 && row < source.sets[*set].size() && source.sets[*set].get(row, c);
          const auto r = static_cast<Eigen::Index>(row);
          const auto column = static_cast<Eigen::Index>(block * d + c);
          q.scaled(r, column) = (bit ? entry.vector : 0) + entry.ones;
          q.unscaled(r, column) = entry.unscaled_ones;
        }
      }
    }
    result.q.push_back(std::move(q));
    result.carries.push_back(set);
    if (j == 0) continue;
    problems::SmallVector v(tokens);
    for (std::size_t row = 0; row < 2 * n; ++row)
      v(static_cast<Eigen::Index>(row)) = row < n ? layout.v[j - 1].upper : layout.v[j - 1].lower;
    result.v.push_back(std::move(v));
  }
  const std::size_t judged = layout.first_chosen() ? source.sets.front().size() : 2 * n;
  for (std::size_t row = 0; row < judged; ++row) result.judged.push_back(row);
  for (std::size_t row = 0; row < 2 * n; ++row)
    result.rows.push_back(row < n ? fmt::format("a_{}", row + 1) : "normalising");
  return result;
}

Polynomial value_of_pattern(const AttentionLayout& layout, const std::vector<bool>& lower) {
  const Polynomial b = Polynomial::variable("B");
  Polynomial value;
  for (std::size_t block = 0; block < layout.blocks(); ++block) {
    std::vector<Polynomial> entry;
    for (std::size_t j = 0; j < layout.variables(); ++j) {
      const auto set = layout.set_of(j);
      const LayoutBlock& here = layout.q[j][block];
      const LayoutRow& row = set && lower[*set] ? here.lower : here.upper;
      Polynomial scaled(row.ones);
      if (row.vector != 0) scaled += row.vector * coordinate(*set);
      entry.push_back(scaled * b + Polynomial(row.unscaled_ones));
    }
    for (const MonomialSet& monomial : layout.h.monomials()) {
      Polynomial product(1);
      for (const std::size_t variable : monomial) product = product * entry[variable];
      value += product;
    }
  }
  return value;
}

Polynomial expected_of_pattern(const AttentionLayout& layout, const std::vector<bool>& lower) {
  const Polynomial b = Polynomial::variable("B");
  Polynomial value;
  for (const auto& constraint : problems::constraints_of(layout.family, layout.chosen.size(), layout.order)) {
    Polynomial product = power_of(b, layout.order);
    bool upper = true;
    for (const std::size_t set : constraint.members) {
      product = product * coordinate(set);
      upper = upper && !lower[set];
    }
    if (upper) value += product;
  }
  for (const MonomialSet& monomial : layout.h.monomials()) {
    const bool normalises = std::all_of(monomial.begin(), monomial.end(), [&](std::size_t variable) {
      const auto set = layout.set_of(variable);
      return set && (*set == 0 || lower[*set]);
    });
    if (normalises) value += power_of(b, monomial.size());
  }
  return value;
}

std::vector<long> monomials_inside(const AttentionLayout& layout) {
  std::vector<long> count(layout.h.degree() + 1, 0);
  for (const MonomialSet& monomial : layout.h.monomials()) {
    if (inside(monomial, layout.chosen)) ++count[monomial.size()];
  }
  return count;
}

}  // namespace attest
