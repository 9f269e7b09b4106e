// An instance of "select, then relate" (seed 002, Theorem 1 and Appendix A) on finite grids: X = {1..|X|},
// Y = {1..|Y|}, an integer utility u(x, y) that says which object a query prefers, and a rational relation
// R(x, y) in Q^{d_r}.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct GridInstance {
  std::vector<std::vector<long>> utility;                    // [x][y], 0-based
  std::vector<std::vector<std::vector<Rational>>> relation;  // [x][y][l]

  std::size_t queries() const { return utility.size(); }
  std::size_t objects() const { return utility.front().size(); }
  std::size_t relation_dimension() const { return relation.front().front().size(); }

  Json utility_json() const;
  Json relation_json() const;
};

// Entries drawn with the seed, the same on every platform.
std::vector<std::vector<long>> random_utility(std::uint64_t seed, std::size_t queries, std::size_t objects,
                                              long largest);
std::vector<std::vector<std::vector<Rational>>> random_relation(std::uint64_t seed, std::size_t queries,
                                                                std::size_t objects, std::size_t dimension);

// From a JSON file: |X| rows of |Y| integers of absolute value at most `largest`; |X| rows of |Y| vectors of
// d_r numbers (integers or "p/q"), where a vector of length 1 may be written as its number. Throw UsageError
// that names the parameter.
std::vector<std::vector<long>> read_utility(const std::string& path, std::size_t queries, std::size_t objects,
                                            long largest);
std::vector<std::vector<std::vector<Rational>>> read_relation(const std::string& path, std::size_t queries,
                                                              std::size_t objects, std::size_t dimension);

// The utility with its ties broken in favour of the larger number: |Y| u(x, y) + y, y = 0..|Y|-1. It orders
// objects as u does wherever u tells them apart.
std::vector<std::vector<long>> refined(const std::vector<std::vector<long>>& utility);

}  // namespace attest
