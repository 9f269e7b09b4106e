#include "attention/construction.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest {

Polynomial Construction::token_index(std::size_t variable) const {
  return Polynomial::variable(token_names.at(variable));
}

Polynomial Construction::token_symbol(std::size_t variable) const {
  return Polynomial::variable("phi_" + token_names.at(variable));
}

Polynomial Construction::score() const {
  std::vector<Rows> rows;
  for (std::size_t v = 0; v < query.size(); ++v) {
    rows.emplace_back();
    for (const auto& row : query[v]) {
      rows.back().push_back(row.substitute({{"i", token_index(v)}, {"phi", token_symbol(v)}}));
    }
  }
  Polynomial total;
  for (const auto& monomial : attention.monomials()) {
    std::size_t coordinates = rows[monomial.front()].size();
    for (const std::size_t v : monomial) coordinates = std::min(coordinates, rows[v].size());
    for (std::size_t c = 0; c < coordinates; ++c) {
      Polynomial product = 1;
      for (const std::size_t v : monomial) product = product * rows[v][c];
      total += product;
    }
  }
  return total;
}

RowBuilder& RowBuilder::zeros(long count, const std::string& as_printed) {
  if (count >= 0) {
    rows_.insert(rows_.end(), static_cast<std::size_t>(count), Polynomial(0));
    return *this;
  }
  const auto cut = std::min(rows_.size(), static_cast<std::size_t>(-count));
  defects_.push_back({where_, fmt::format("{} is a block of {} zeros", as_printed, count),
                      fmt::format("the last {} coordinates before it are cut", cut)});
  rows_.resize(rows_.size() - cut);
  return *this;
}

RowBuilder& RowBuilder::rows(const Rows& more) {
  rows_.insert(rows_.end(), more.begin(), more.end());
  return *this;
}

Rows scaled(const Polynomial& factor, const Rows& rows) {
  Rows result;
  for (const auto& row : rows) result.push_back(factor * row);
  return result;
}

Polynomial inner_product(const Rows& a, const Rows& b) {
  Polynomial result;
  for (std::size_t c = 0; c < std::min(a.size(), b.size()); ++c) result += a[c] * b[c];
  return result;
}

}  // namespace attest
