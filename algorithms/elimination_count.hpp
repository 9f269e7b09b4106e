// What elimination (elimination.hpp) costs, counted and as polynomials in n.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/operation_count.hpp"

namespace attest {

// A polynomial in n with integer coefficients, that of n^0 first.
class PowerSum {
 public:
  void add(std::size_t power, long times = 1);
  long coefficient(std::size_t power) const;
  long at(long n) const;
  // The largest power with a coefficient that is not 0; 0 for none.
  std::size_t degree() const;

 private:
  std::vector<long> coefficients_;
};

// For one column.
struct ColumnCost {
  PowerSum multiplications;
  PowerSum additions;
  long matrix_products = 0;  // of n x n; they are part of the counts
};

// d columns of the numerator and one for the denominator, n d divisions.
struct EliminationCost {
  ColumnCost numerator;
  ColumnCost denominator;

  OperationCount at(long n, long d) const;
  // The power with which multiplications and additions together grow, for every d.
  std::size_t exponent() const;
  // The same without the products of n x n matrices.
  std::size_t exponent_beside_products() const;
  long matrix_products(long d) const { return d * numerator.matrix_products + denominator.matrix_products; }
  // "(2 d + 1) n^3": multiplications and additions together.
  std::string leading_term() const;
};

// From the scopes of the factors alone. A step with k neighbours whose q factors are multiplied in pairs while
// the product has at most k variables, p of them in the end, takes n^(variables of the product) for each of
// those pairs, (q - p) n^(k+1) inside of the sum and n^k (n-1) additions; n^k more multiplications where the
// result meets a factor of its scope. At the end n, if x_1 has a factor and there are components without it.
EliminationCost elimination_formula(const AttentionPolynomial& h, const std::vector<std::size_t>& order);

// By running it, divisions included.
OperationCount counted_elimination(const AttentionPolynomial& h, const std::vector<std::size_t>& order,
                                   Eigen::Index n, Eigen::Index d);

// Whether the counts are the formula for all n, d >= 1. The loops over tokens are nested at most w + 1 deep, w
// the order's width (at least once), and there are d loops of the same length for the numerator and one for
// the denominator, without a branch on either number, so a count is a polynomial of degree at most w + 1 in n
// and 1 in d; so is the formula, and they are equal if they agree at n = 1, ..., w + 2 and d = 1, 2.
bool counts_follow_formula(const AttentionPolynomial& h, const std::vector<std::size_t>& order);

}  // namespace attest
