// The Merlin-Arthur protocol of the gap step, for one constraint on k sets: is <a^1, ..., a^k> = m?
//
// Seed 003 cites the step (Lemma C.9, file lines 1615-1625; Theorem E.7, line 2311) and prints no
// construction. This is a finite one with Reed-Solomon codes over a prime field; every parameter is written
// down here.
//
//   array     coordinate j = 0..d-1 stands in row j div T and column j mod T of an L x T array, L = ceil(d/T)
//             (at least 1); the cells that remain are 0
//   symbols   A_l is the polynomial of degree < T with A_l(tau) = a_{l,tau} for tau = 0..T-1, over F_p; the
//             symbol of the vector a at the point x is (A_1(x), ..., A_L(x))
//   P         P(x) = sum_l prod_i A^i_l(x) has degree at most D = k (T-1), and P(tau) is the inner product
//             within column tau, so that P(0) + ... + P(T-1) is the inner product
//   Merlin    sends a polynomial M of degree at most D by its values at 0..D. Its first T values are integers
//             from 0 to the number of coordinates in their column, with sum m; the D+1-T = (k-1)(T-1) others
//             are any elements of F_p
//   Arthur    accepts if M(x) = P(x) at all points x = 0..N-1
//   numbers   N = max(D + 1, ceil(D / (1 - epsilon))), p the least prime with p >= N and p > L
//
// Why it is right. (1) P is such a message exactly if the inner product is m: its values in the columns are
// integers of that range. (2) If M = P, then M(tau) = P(tau) in F_p with both in 0..L < p, so they are equal
// as integers, and their sum is m: the inner product is m. (3) If M is not P, they agree on at most D points,
// and D <= (1 - epsilon) N. So the number of points at which the two agree is N or at most (1 - epsilon) N,
// and for a tuple with inner product m it is N for exactly one message; for every other tuple for none. QED
//
// T = 1 leaves Merlin no freedom: D = 0, N = 1, the only message is the constant m.
//
// Restricting the first T values leaves fewer than the p^D polynomials with sum m, and needs p > L only,
// where a sum in F_p would need p > d.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "numeric/integer.hpp"
#include "reductions/problems/inner_products.hpp"

namespace attest {

struct GapProtocol {
  std::size_t parties = 2;                      // k
  std::size_t dimension = 1;                    // d
  std::size_t columns = 1;                      // T
  std::size_t rows = 1;                         // L
  std::size_t degree = 0;                       // D
  std::size_t points = 1;                       // N
  long prime = 2;                               // p
  std::vector<long> room;                       // coordinates in column tau
  std::vector<std::vector<long>> from_columns;  // [x][tau]: A(x) = sum_tau from_columns A(tau)
  std::vector<std::vector<long>> from_message;  // [x][j], j = 0..D: M(x) = sum_j from_message M(j)
};

// The parameters without the two tables: cheap, for sizes. Both throw std::invalid_argument unless k >= 2,
// 1 <= T <= max(1, d), 0 < epsilon < 1 and N <= 8192.
GapProtocol gap_parameters(std::size_t parties, std::size_t dimension, std::size_t columns,
                           const Rational& epsilon);
GapProtocol gap_protocol(std::size_t parties, std::size_t dimension, std::size_t columns,
                         const Rational& epsilon);

// (A_1(x), ..., A_L(x)) of one vector.
std::vector<long> gap_symbol(const GapProtocol& protocol, const problems::BitVectors& vectors,
                             std::size_t row, std::size_t x);

// The values that A_l(x) takes over all 0/1 rows of the array, ascending. They need no table.
std::vector<long> reachable_values(const GapProtocol& protocol, std::size_t x);

// Values at 0..D.
using GapMessage = std::vector<long>;

long message_value(const GapProtocol& protocol, const GapMessage& message, std::size_t x);

// P of a tuple, whatever its inner product: a legal message exactly if that is the target. `members` has
// one index for each member of the constraint.
GapMessage honest_message(const GapProtocol& protocol, const problems::InnerProducts& instance,
                          const problems::Constraint& constraint, const problems::Tuple& members);

// Merlin's messages for one target, in lexicographic order of their values. The target is 0..d.
class GapMessages {
 public:
  GapMessages(const GapProtocol& protocol, long target);

  const Integer& count() const { return count_; }
  // Only where the count fits 64 bits.
  GapMessage at(std::uint64_t rank) const;
  // std::invalid_argument for values that are no message.
  std::uint64_t rank(const GapMessage& message) const;

 private:
  std::size_t columns_;
  std::size_t free_values_;
  long prime_;
  long target_;
  std::vector<long> room_;
  std::vector<std::vector<Integer>> ways_;  // [tau][s]: how the columns from tau on can have sum s
  Integer free_count_;
  Integer count_;
};

}  // namespace attest
