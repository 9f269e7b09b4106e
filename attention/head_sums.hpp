// The definition of a head, summed tuple by tuple in exact arithmetic: how many tuples have which score, and the sum of
// their values. The output of the head is sum_S values_S e^(S unit) / sum_S counts_S e^(S unit); for kernels without
// exponentials there is one S.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "attention/definition.hpp"
#include "attention/numbering.hpp"
#include "numeric/exponential_sum.hpp"

namespace attest::attention {

// Numbers for rows of kinds, equal for equal ones.
std::vector<std::uint32_t> numbers_of(const std::vector<RationalVector>& rows,
                                      Numbering<std::vector<Rational>>& numbering);

// Scores of a head as integers: score = S * unit, exactly, unit >= 0.
class IntegerScores {
 public:
  explicit IntegerScores(const Head& head);

  const Surd& unit() const { return unit_; }
  // S of a receiver of kind r and a tuple of kinds.
  Integer operator()(Kind receiver, std::span<const Kind> tuple) const;

  // What the monomial of the variables u and v adds to S, an integer, where all monomials have degree 2.
  Integer pair(std::size_t u, Kind kind_u, std::size_t v, Kind kind_v) const;

  // Of exact match: whether the receiver's row is that of the other token.
  bool matches(Kind receiver, Kind other) const {
    return row_numbers_[0][receiver] == row_numbers_[1][other];
  }

  // rows()[variable][kind]: integers; the monomial m adds factor(m) * sum_c prod rows / divisor(), an integer.
  const std::vector<std::vector<std::vector<Integer>>>& rows() const { return rows_; }
  const Integer& factor(std::size_t monomial) const { return factors_[monomial]; }
  const Integer& divisor() const { return divisor_; }
  const AttentionPolynomial& polynomial() const { return polynomial_; }

 private:
  void find_divisor();

  AttentionPolynomial polynomial_;
  std::vector<std::vector<std::vector<Integer>>> rows_;
  std::vector<Integer> factors_;  // [monomial], with the sign of the scale
  Integer divisor_ = 1;
  Surd unit_;
  std::vector<std::vector<std::uint32_t>>
      row_numbers_;  // [variable][kind], of exact match: equal for equal rows
};

struct HeadSums {
  ExponentialSum counts;  // S -> tuples; empty where the head sees nothing: its output is zero then
  std::vector<ExponentialSum> values;  // [coordinate]: S -> sum of values
  Surd unit;                           // zero for kernels without exponentials

  // Of kernels that compare scores.
  std::vector<std::uint32_t> best;  // the first tuple of the best score
  std::optional<Integer> gap;       // best minus second best S, 0 at a tie; absent: one tuple, or no scores
  std::size_t matches = 0;          // exact match: how many tuples matched

  // The output where it is rational: one score alone, or nothing seen.
  std::optional<RationalVector> exact() const;
  // The same where all weights are rational, e^unit = k^q with every exponent a whole multiple, and where every score has
  // values of the same mean. Nothing where that does not show, or where the powers are long.
  std::optional<RationalVector> rational() const;
  std::vector<std::optional<Rational>> rational_numbers() const;  // of these the numbers that are so

  // Of each number of the output; needs a tuple.
  std::vector<Interval> enclosed(Precision precision) const;
};

// `kinds`: of each token. Looks at the stop flag.
HeadSums head_sums(const Head& head, const IntegerScores& scores, std::span<const Kind> kinds,
                   Token receiver);

}  // namespace attest::attention
