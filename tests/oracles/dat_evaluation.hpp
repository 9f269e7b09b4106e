// Relational attention on finite grids (seed 002, eqs. 4-6 with W_r = I, W_s = 0) by its definition in 100-digit point
// arithmetic. Shares no code with attest's evaluation.
#pragma once

#include <boost/multiprecision/mpfr.hpp>
#include <string>
#include <vector>

namespace oracle {

using DatReal = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<100>>;

// "-3/2"
DatReal number(const std::string& fraction);

// Queries and objects are numbered from 1, rows of these tables from 0.
struct Grid {
  std::vector<std::vector<long>> utility;                   // [x][y]
  std::vector<std::vector<std::vector<DatReal>>> relation;  // [x][y][l]
};

// RA(x, y) for the query x and the context y.
std::vector<DatReal> relational_attention(const Grid& grid, const DatReal& beta, long x,
                                          const std::vector<long>& y);

// The objects of greatest utility in the context, in order of position.
std::vector<long> best_objects(const std::vector<std::vector<long>>& utility, long x,
                               const std::vector<long>& y);

// |RA(x, y) - wanted| in the maximum norm.
DatReal error(const std::vector<DatReal>& output, const std::vector<DatReal>& wanted);

// The least positive integer above every log(odds)/g, odds = (n - 1)(delta - eps)/eps, over all queries x, objects s and y with
// g = u(x, s) - u(x, y) >= 1, and coordinates with the difference delta of relations: errors are below eps on every context of
// n objects in which one object is best exactly for beta above it. With c >= 1 copies of s, eps times the denominator minus the
// numerator of the error is at least c eps - sum_j w_j (delta_j - eps), w_j = e^(-beta g_j), over at most n - 1 other objects,
// and beta > log(odds_j)/g_j says w_j (delta_j - eps) < eps/(n - 1); on (s, y, .., y) the error is eps or more otherwise.
long least_integer_temperature(const Grid& grid, long n, const DatReal& eps);

}  // namespace oracle
