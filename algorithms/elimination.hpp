// Eq. (1) of seed 003 (003_fa68b7a15496b434.txt, lines 224-236) by eliminating variables, for every h whose
// monomials have degree 2, with any number of cycles.
//
//   PairProblem<Rational> problem = ...;
//   auto fraction = Elimination<Rational>(problem).fraction(elimination_order(h));
//
// Correctness. Fix a column of the values. Numerator and denominator are sums, over the tokens of x_2, ...,
// x_t, of a product of factors, each of which depends on the tokens of few variables (its scope): the pair
// factors, and in the numerator the values. Let v be a variable that is not x_1. The factors whose scope lacks
// v can be taken out of the sum over v's token (the distributive law), so that the sum over v of the product
// of the others, a table over their other variables N, may stand in their place, and v is gone. N is what v
// is joined to in the graph of the scopes, and the new scope joins N to a clique, as in
// elimination_order.hpp. When all but x_1 are gone, what is left is a number for every token of x_1, and one
// for the components without x_1.
//
// Cost. With k variables in N the sum over v has n^(k+1) terms, so an order of width w takes O(n^(w+1)) for a
// column. No table that is made has more than w variables, or, where w = 0, one. A step with two neighbours a
// and b in which no factor has all of v, a, b is a product of n x n matrices; a factor with all three is the
// sum of a step with three neighbours, so for w = 2 every such step is one.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/sum_product.hpp"

namespace attest {

// A factor: a number for the tokens of its variables, which ascend; the last one's token runs fastest.
template <class Scalar>
struct FactorTable {
  std::vector<std::size_t> scope;
  std::vector<Scalar> entries;
};

template <class Scalar, class Product = ConventionalProduct>
class Elimination {
 public:
  explicit Elimination(const PairProblem<Scalar>& problem, Product product = {})
      : problem_(problem), product_(product), tokens_(problem.values.size() + 1, 0) {}

  // `order` names every variable once, x_1 last.
  AttentionFraction<Scalar> fraction(const std::vector<std::size_t>& order) {
    const Eigen::Index n = problem_.tokens();
    AttentionFraction<Scalar> result{Dense<Scalar>(n, problem_.columns()), Dense<Scalar>(n, 1)};
    for (Eigen::Index c = 0; c < problem_.columns(); ++c) result.numerator.col(c) = column(order, c);
    result.denominator.col(0) = column(order, std::nullopt);
    return result;
  }

 private:
  using Table = FactorTable<Scalar>;
  using Scope = std::vector<std::size_t>;
  // One factor a scope; the smallest scopes come first.
  struct SmallerScope {
    bool operator()(const Scope& a, const Scope& b) const {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  using Store = std::map<Scope, Table, SmallerScope>;

  // The numerator's column c, or the denominator.
  Dense<Scalar> column(const std::vector<std::size_t>& order, std::optional<Eigen::Index> c) {
    Store store;
    for (const auto& [pair, matrix] : problem_.factors) {
      add(store, {{pair.first, pair.second}, {matrix.data(), matrix.data() + matrix.size()}});
    }
    for (std::size_t v = 1; c && v < tokens_.size(); ++v) {
      Table own{{v}, {}};
      for (Eigen::Index a = 0; a < problem_.tokens(); ++a)
        own.entries.push_back(problem_.values[v - 1](a, *c));
      add(store, std::move(own));
    }
    for (const std::size_t v : order) {
      if (v != 0) add(store, summed_out(store, v));
    }
    return rows_of(store);
  }

  // What is left has the scope {x_1} or none.
  Dense<Scalar> rows_of(const Store& store) const {
    const auto number = store.find({});
    const auto row = store.find({0});
    Dense<Scalar> rows = Dense<Scalar>::Constant(problem_.tokens(), 1, problem_.one);
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const auto a = static_cast<std::size_t>(i);
      if (row == store.end()) {
        rows(i, 0) = number->second.entries[0];
      } else if (number == store.end()) {
        rows(i, 0) = row->second.entries[a];
      } else {
        rows(i, 0) = row->second.entries[a] * number->second.entries[0];
      }
    }
    return rows;
  }

  // Factors of one scope are multiplied at once.
  static void add(Store& store, Table table) {
    const auto at = store.find(table.scope);
    if (at == store.end()) {
      store.emplace(table.scope, std::move(table));
      return;
    }
    for (std::size_t k = 0; k < table.entries.size(); ++k)
      at->second.entries[k] = at->second.entries[k] * table.entries[k];
  }

  // The factors with v leave the store; the sum over v's tokens of their product. They are multiplied, the
  // smallest first, while the product has no more variables than the result; the others inside of the sum.
  Table summed_out(Store& store, std::size_t v) {
    std::vector<Table> factors;
    for (auto at = store.begin(); at != store.end();) {
      const bool has_v = std::binary_search(at->first.begin(), at->first.end(), v);
      if (has_v) factors.push_back(std::move(at->second));
      at = has_v ? store.erase(at) : std::next(at);
    }
    if (factors.empty()) factors.push_back({{v}, std::vector<Scalar>(size(), problem_.one)});
    Scope all;
    for (const Table& factor : factors) all = united(all, factor.scope);
    Table result{all, {}};
    result.scope.erase(std::find(result.scope.begin(), result.scope.end(), v));
    Table product = std::move(factors.front());
    std::size_t next = 1;
    for (; next < factors.size(); ++next) {
      const Scope scope = united(product.scope, factors[next].scope);
      if (scope.size() > result.scope.size()) break;
      product = multiplied(product, factors[next], scope);
    }
    factors.erase(factors.begin(), factors.begin() + static_cast<std::ptrdiff_t>(next));
    if (factors.size() == 1 && product.scope.size() == 2 && factors[0].scope.size() == 2) {
      matrix_product(product, factors[0], v, result);
    } else {
      sum(product, factors, v, result);
    }
    return result;
  }

  void sum(const Table& product, const std::vector<Table>& factors, std::size_t v, Table& result) {
    for_all_tokens(result.scope, [&] {
      std::optional<Scalar> sum;
      for (tokens_[v] = 0; tokens_[v] < size(); ++tokens_[v]) {
        Scalar term = entry(product);
        for (const Table& factor : factors) term = term * entry(factor);
        sum = sum ? *sum + term : term;
      }
      result.entries.push_back(std::move(*sum));
    });
  }

  // Scopes {v, a} and {v, b}. a is below b, as the scopes are in their order.
  void matrix_product(const Table& left, const Table& right, std::size_t v, Table& result) const {
    const Dense<Scalar> product = product_(matrix(left, v, true), matrix(right, v, false));
    result.entries.assign(product.data(), product.data() + product.size());
  }

  // A table of two variables with v as columns, or as rows.
  Dense<Scalar> matrix(const Table& table, std::size_t v, bool columns) const {
    const Eigen::Map<const Dense<Scalar>> as_stored(table.entries.data(), problem_.tokens(),
                                                    problem_.tokens());
    if ((table.scope[1] == v) == columns) return as_stored;
    return as_stored.transpose();
  }

  Table multiplied(const Table& a, const Table& b, const Scope& scope) {
    Table result{scope, {}};
    for_all_tokens(scope, [&] { result.entries.push_back(entry(a) * entry(b)); });
    return result;
  }

  static Scope united(const Scope& a, const Scope& b) {
    Scope result;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
  }

  std::size_t size() const { return static_cast<std::size_t>(problem_.tokens()); }

  // At the tokens_ of its variables.
  const Scalar& entry(const Table& table) const {
    return table.entries[std::accumulate(
        table.scope.begin(), table.scope.end(), std::size_t{0},
        [&](std::size_t index, std::size_t v) { return index * size() + tokens_[v]; })];
  }

  // Sets tokens_ to every tuple in the order of a table's entries.
  template <class Visit>
  void for_all_tokens(const Scope& scope, const Visit& visit) {
    for (const std::size_t v : scope) tokens_[v] = 0;
    for (bool more = true; more;) {
      visit();
      auto at = scope.rbegin();
      while (at != scope.rend() && ++tokens_[*at] == size()) tokens_[*at++] = 0;
      more = at != scope.rend();
    }
  }

  const PairProblem<Scalar>& problem_;
  Product product_;
  std::vector<std::size_t> tokens_;  // of every variable, 0-based
};

}  // namespace attest
