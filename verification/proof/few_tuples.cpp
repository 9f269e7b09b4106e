#include "verification/proof/few_tuples.hpp"

#include <algorithm>
#include <map>

namespace attest::proof {

namespace {

// Rows: one number for each product of variables, then one for D, then the constant; all of them are 0.
using Row = std::vector<Rational>;

bool has_solution(std::vector<Row> rows, std::size_t products) {
  std::size_t done = 0;
  for (std::size_t c = 0; c < products && done < rows.size(); ++c) {
    std::size_t pivot = done;
    while (pivot < rows.size() && rows[pivot][c] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[done], rows[pivot]);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (r == done || rows[r][c] == 0) continue;
      const Rational factor = rows[r][c] / rows[done][c];
      for (std::size_t k = 0; k < rows[r].size(); ++k) rows[r][k] -= factor * rows[done][k];
    }
    ++done;
  }
  // What is left says a D + b = 0.
  for (std::size_t r = done; r < rows.size(); ++r) {
    const Rational& a = rows[r][products];
    const Rational& b = rows[r][products + 1];
    if (a == 0 ? b != 0 : Rational(-b / a) < 1) return false;
  }
  return true;
}

}  // namespace

std::vector<std::vector<int>> possible_signs(const std::vector<TiedTuple>& tuples) {
  std::map<Laurent::Monomial, std::size_t> columns;
  for (const TiedTuple& tuple : tuples) {
    for (const auto& [monomial, coefficient] : tuple.integer.terms()) {
      if (!monomial.empty()) columns.try_emplace(monomial, columns.size());
    }
  }
  const auto row_of = [&](const TiedTuple& tuple, int sign) {
    Row row(columns.size() + 2);
    for (const auto& [monomial, coefficient] : tuple.integer.terms())
      row[monomial.empty() ? columns.size() + 1 : columns.at(monomial)] = coefficient;
    row[columns.size()] = -sign;
    return row;
  };
  std::vector<std::vector<int>> result;
  std::vector<int> signs(tuples.size(), -1);
  while (true) {
    std::vector<Row> rows;
    for (std::size_t t = 0; t < tuples.size(); ++t) {
      if (signs[t] != 0) rows.push_back(row_of(tuples[t], signs[t]));
    }
    if (!rows.empty() && has_solution(rows, columns.size())) result.push_back(signs);
    std::size_t t = 0;
    while (t < signs.size() && signs[t] == 1) signs[t++] = -1;
    if (t == signs.size()) return result;
    ++signs[t];
  }
}

Interval least_share(const std::vector<TiedTuple>& tuples, const std::vector<std::vector<int>>& signs,
                     const Interval& rate) {
  const Precision precision = rate.precision();
  Rational top = tuples.front().tie;
  for (const TiedTuple& tuple : tuples) top = std::max(top, tuple.tie);
  std::vector<Interval> weights;
  for (const TiedTuple& tuple : tuples)
    weights.push_back(exp(-(rate * Interval(Rational(top - tuple.tie), precision))));
  Interval least(1, precision);
  for (const std::vector<int>& one : signs) {
    Interval sum(0, precision);
    Interval all(0, precision);
    for (std::size_t t = 0; t < tuples.size(); ++t) {
      if (one[t] == 0) continue;
      all = all + weights[t];
      sum = one[t] > 0 ? sum + weights[t] : sum - weights[t];
    }
    least = min(least, abs(sum) / all);
  }
  return least;
}

}  // namespace attest::proof
