#include "reductions/poly/hardness/attention_rows.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"

namespace attest {

namespace {

// Whether the absolute value of every coefficient, and every count, stays below 2^62.
void check_size(const problems::AttentionInstance& instance) {
  const Integer limit = power(2, 62);
  Integer counts = 1;
  for (std::size_t j = 1; j < instance.q.size(); ++j) {
    Integer weight = static_cast<long>(instance.tokens());
    const long largest = instance.v[j - 1].cwiseAbs().maxCoeff();
    if (largest > 1) weight *= largest;
    counts *= weight;
  }
  Integer values = 0;
  for (const auto& monomial : instance.h.monomials()) {
    Integer product = static_cast<long>(instance.dimension());
    for (const std::size_t j : monomial)
      product *= Integer(instance.q[j].scaled.cwiseAbs().maxCoeff()) +
                 Integer(instance.q[j].unscaled.cwiseAbs().maxCoeff());
    values += product;
  }
  if (counts >= limit || values >= limit)
    throw std::overflow_error("the attention instance is too large for 62-bit counts");
}

void advance(std::vector<std::size_t>& tuple, const std::vector<std::size_t>& sizes, std::size_t from) {
  std::size_t i = tuple.size();
  while (i > from && ++tuple[i - 1] == sizes[i - 1]) tuple[--i] = 0;
}

}  // namespace

AttentionRows::AttentionRows(const problems::AttentionInstance& instance) {
  if (instance.h.degree() > longest_attention_degree)
    throw UsageError("h", instance.h.to_string(),
                     fmt::format("a polynomial of degree at most {}", longest_attention_degree));
  if (instance.tokens() == 0 || instance.dimension() == 0)
    throw std::invalid_argument("an attention instance has at least one row and one column");
  check_size(instance);
  for (std::size_t j = 0; j < instance.q.size(); ++j) {
    std::map<std::vector<long>, std::size_t> seen;
    kind_.emplace_back();
    rows_.emplace_back();
    multiplicity_.emplace_back();
    v_.emplace_back();
    for (std::size_t row = 0; row < instance.tokens(); ++row) {
      const auto r = static_cast<Eigen::Index>(row);
      const long v = j == 0 ? 1 : instance.v[j - 1](r);
      std::vector<long> content{v};
      for (Eigen::Index c = 0; c < instance.q[j].scaled.cols(); ++c) {
        content.push_back(instance.q[j].scaled(r, c));
        content.push_back(instance.q[j].unscaled(r, c));
      }
      const auto [place, added] = seen.emplace(std::move(content), rows_[j].size());
      if (added) {
        rows_[j].push_back(row);
        multiplicity_[j].push_back(0);
        v_[j].push_back(v);
      }
      kind_[j].push_back(place->second);
      ++multiplicity_[j][place->second];
    }
  }
  for (const auto& monomial : instance.h.monomials()) tabulate(instance, monomial);
}

void AttentionRows::tabulate(const problems::AttentionInstance& instance,
                             const std::vector<std::size_t>& monomial) {
  Table table;
  table.variables = monomial;
  std::vector<std::size_t> sizes;
  std::size_t total = 1;
  for (const std::size_t j : monomial) {
    sizes.push_back(rows_[j].size());
    total *= rows_[j].size();
  }
  table.values.assign(total, PowersOfB{});
  std::vector<std::size_t> kinds(monomial.size(), 0);
  CountedWork work{Integer(total)};
  std::uint64_t done = 0;
  for (PowersOfB& value : table.values) {
    check_stop();
    work.reached(done++);
    for (Eigen::Index c = 0; c < instance.q.front().scaled.cols(); ++c) {
      PowersOfB product{};
      product[0] = 1;
      std::size_t degree = 0;
      for (std::size_t i = 0; i < monomial.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(rows_[monomial[i]][kinds[i]]);
        const long scaled = instance.q[monomial[i]].scaled(row, c);
        const long unscaled = instance.q[monomial[i]].unscaled(row, c);
        if (scaled == 0 && unscaled == 0) {
          product = PowersOfB{};
          break;
        }
        ++degree;
        for (std::size_t p = degree; p > 0; --p) product[p] = product[p] * unscaled + product[p - 1] * scaled;
        product[0] *= unscaled;
      }
      for (std::size_t p = 0; p <= degree; ++p) value[p] += product[p];
    }
    advance(kinds, sizes, 0);
  }
  tables_.push_back(std::move(table));
}

const PowersOfB& AttentionRows::entry(const Table& table, const std::vector<std::size_t>& kinds) const {
  std::size_t index = 0;
  for (const std::size_t j : table.variables) index = index * rows_[j].size() + kinds[j];
  return table.values[index];
}

PowersOfB AttentionRows::value(const std::vector<std::size_t>& rows) const {
  std::vector<std::size_t> kinds;
  for (std::size_t j = 0; j < rows.size(); ++j) kinds.push_back(kind_[j].at(rows[j]));
  PowersOfB sum{};
  for (const Table& table : tables_) {
    const PowersOfB& value = entry(table, kinds);
    for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += value[p];
  }
  return sum;
}

RowSums AttentionRows::row(std::size_t row) const {
  std::vector<std::size_t> sizes;
  std::size_t total = 1;
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    sizes.push_back(rows_[j].size());
    if (j > 0) total *= rows_[j].size();
  }
  std::vector<std::size_t> kinds(rows_.size(), 0);
  kinds[0] = kind_[0].at(row);
  RowSums sums;
  for (std::size_t step = 0; step < total; ++step, advance(kinds, sizes, 1)) {
    std::int64_t count = 1;
    std::int64_t value = 1;
    for (std::size_t j = 1; j < kinds.size(); ++j) {
      count *= multiplicity_[j][kinds[j]];
      value *= v_[j][kinds[j]];
    }
    PowersOfB sum{};
    for (const Table& table : tables_) {
      const PowersOfB& part = entry(table, kinds);
      for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += part[p];
    }
    TupleCount& place = sums[sum];
    place.numerator += count * value;
    place.denominator += count;
  }
  return sums;
}

}  // namespace attest
