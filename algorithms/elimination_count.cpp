#include "algorithms/elimination_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>

#include "algorithms/elimination.hpp"
#include "algorithms/elimination_order.hpp"

namespace attest {

namespace {

// A scope as bits.
using Bits = std::uint32_t;

std::size_t variables_of(Bits scope) {
  return static_cast<std::size_t>(std::popcount(scope));
}

// Fewer variables first; of as many, the one with the smaller variable where they differ.
bool is_multiplied_before(Bits a, Bits b) {
  if (variables_of(a) != variables_of(b)) return variables_of(a) < variables_of(b);
  const Bits differ = a ^ b;
  return (a & differ & (~differ + 1U)) != 0;
}

// One variable is summed out: `scopes` are those of the factors that are left.
void add_step(std::set<Bits>& scopes, Bits variable, ColumnCost& cost) {
  std::vector<Bits> factors;
  std::copy_if(scopes.begin(), scopes.end(), std::back_inserter(factors),
               [&](Bits scope) { return (scope & variable) != 0; });
  for (const Bits scope : factors) scopes.erase(scope);
  if (factors.empty()) factors.push_back(variable);  // ones
  std::sort(factors.begin(), factors.end(), is_multiplied_before);
  Bits result = 0;
  for (const Bits scope : factors) result |= scope & ~variable;
  const std::size_t k = variables_of(result);
  Bits product = factors[0];
  std::size_t multiplied = 1;
  for (; multiplied < factors.size(); ++multiplied) {
    const Bits next = product | factors[multiplied];
    if (variables_of(next) > k) break;
    product = next;
    cost.multiplications.add(variables_of(product));
  }
  const std::size_t inside = factors.size() - multiplied;
  cost.multiplications.add(k + 1, static_cast<long>(inside));
  cost.additions.add(k + 1);
  cost.additions.add(k, -1);
  if (inside == 1 && variables_of(product) == 2 && variables_of(factors.back()) == 2) ++cost.matrix_products;
  if (!scopes.insert(result).second) cost.multiplications.add(k);
}

ColumnCost column_cost(const AttentionPolynomial& h, const std::vector<std::size_t>& order, bool values) {
  std::set<Bits> scopes;
  for (const auto& monomial : h.monomials()) scopes.insert(Bits{1} << monomial[0] | Bits{1} << monomial[1]);
  for (std::size_t v = 1; values && v < h.variables(); ++v) scopes.insert(Bits{1} << v);
  ColumnCost cost;
  for (const std::size_t v : order) {
    if (v != 0) add_step(scopes, Bits{1} << v, cost);
  }
  if (scopes.size() == 2) cost.multiplications.add(1);
  return cost;
}

// The power and the coefficients, of d and without d, of the largest power in `costs`.
struct Leading {
  std::size_t power = 0;
  long times_d = 0;
  long once = 0;
};

long operations(const ColumnCost& cost, std::size_t power) {
  return cost.multiplications.coefficient(power) + cost.additions.coefficient(power);
}

// A coefficient below 0 belongs to n^k in the additions of a step that has n^(k+1) as well, so none is where
// no larger power is, and the two cannot cancel for any d.
Leading leading_of(const EliminationCost& cost) {
  Leading leading;
  for (const ColumnCost& column : {cost.numerator, cost.denominator})
    leading.power = std::max({leading.power, column.multiplications.degree(), column.additions.degree()});
  leading.times_d = operations(cost.numerator, leading.power);
  leading.once = operations(cost.denominator, leading.power);
  return leading;
}

ColumnCost without_products(ColumnCost cost) {
  cost.multiplications.add(3, -cost.matrix_products);
  cost.additions.add(3, -cost.matrix_products);
  cost.additions.add(2, cost.matrix_products);
  return cost;
}

}  // namespace

void PowerSum::add(std::size_t power, long times) {
  if (coefficients_.size() <= power) coefficients_.resize(power + 1, 0);
  coefficients_[power] += times;
}

long PowerSum::coefficient(std::size_t power) const {
  return power < coefficients_.size() ? coefficients_[power] : 0;
}

long PowerSum::at(long n) const {
  long sum = 0;
  for (std::size_t power = coefficients_.size(); power-- > 0;) sum = sum * n + coefficients_[power];
  return sum;
}

std::size_t PowerSum::degree() const {
  std::size_t power = coefficients_.size();
  while (power > 0 && coefficients_[power - 1] == 0) --power;
  return power == 0 ? 0 : power - 1;
}

OperationCount EliminationCost::at(long n, long d) const {
  return {d * numerator.multiplications.at(n) + denominator.multiplications.at(n),
          d * numerator.additions.at(n) + denominator.additions.at(n), n * d, 0};
}

std::size_t EliminationCost::exponent() const {
  return leading_of(*this).power;
}

std::size_t EliminationCost::exponent_beside_products() const {
  return leading_of({without_products(numerator), without_products(denominator)}).power;
}

std::string EliminationCost::leading_term() const {
  const Leading leading = leading_of(*this);
  return fmt::format("({} d + {}) n^{}", leading.times_d, leading.once, leading.power);
}

EliminationCost elimination_formula(const AttentionPolynomial& h, const std::vector<std::size_t>& order) {
  return {column_cost(h, order, true), column_cost(h, order, false)};
}

OperationCount counted_elimination(const AttentionPolynomial& h, const std::vector<std::size_t>& order,
                                   Eigen::Index n, Eigen::Index d) {
  PairProblem<TickingScalar> problem;
  for (const auto& monomial : h.monomials())
    problem.factors[{monomial[0], monomial[1]}] = Dense<TickingScalar>(n, n);
  problem.values.assign(h.variables() - 1, Dense<TickingScalar>(n, d));
  return counted([&] { quotient(Elimination<TickingScalar>(problem).fraction(order)); });
}

bool counts_follow_formula(const AttentionPolynomial& h, const std::vector<std::size_t>& order) {
  const EliminationCost formula = elimination_formula(h, order);
  const auto sizes = static_cast<long>(width_of(h, order)) + 2;
  for (long n = 1; n <= sizes; ++n) {
    for (long d = 1; d <= 2; ++d) {
      if (counted_elimination(h, order, n, d) != formula.at(n, d)) return false;
    }
  }
  return true;
}

}  // namespace attest
