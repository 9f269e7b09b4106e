// The gap step's protocol a second time, with polynomials by their coefficients and messages by plain
// enumeration; it shares no code with gap_protocol.cpp and judges it (gap_check.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "numeric/integer.hpp"
#include "reductions/problems/inner_products.hpp"

namespace attest {

class GapOracle {
 public:
  GapOracle(std::size_t parties, std::size_t dimension, std::size_t columns, const Rational& epsilon);

  long points() const { return points_; }
  long prime() const { return prime_; }
  long rows() const { return rows_; }
  long degree() const { return degree_; }

  // The values at 0..N-1 of every message for that target, messages in lexicographic order of their values at
  // 0..D.
  std::vector<std::vector<long>> messages(long target) const;

  // The values at 0..N-1 of P for one vector of each party.
  std::vector<long> honest_values(const std::vector<std::vector<int>>& vectors) const;

  // The values (A_1(x), ..., A_L(x)) of one vector.
  std::vector<long> symbol(const std::vector<int>& vector, long x) const;

  // How many values A_l(x) takes over all 2^T rows of zeros and ones.
  std::size_t reachable(long x) const;

 private:
  using Coefficients = std::vector<long>;                            // lowest degree first
  Coefficients interpolated(const std::vector<long>& values) const;  // through 0, 1, 2, ...
  long value(const Coefficients& polynomial, long x) const;
  std::vector<Coefficients> row_polynomials(const std::vector<int>& vector) const;

  long parties_;
  long dimension_;
  long columns_;
  long rows_;
  long degree_;
  long points_;
  long prime_;
};

}  // namespace attest
