// The rows of an attention instance's output, exactly: for every tuple of rows the value of h as a polynomial
// in B with integer coefficients, grouped by that polynomial.
//
// Rows of a Q^(j) that are the same (and have the same value in V^(j)) are one row with a multiplicity, so
// the n normalising rows and the variables whose matrix is zero cost nothing.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "reductions/problems/attention_instance.hpp"

namespace attest {

inline constexpr std::size_t longest_attention_degree = 7;

// Coefficients of B^0, B^1, ...
using PowersOfB = std::array<long, longest_attention_degree + 1>;

struct TupleCount {
  std::int64_t numerator = 0;    // the sum of V_{l_2} ... V_{l_t} over the tuples with that value of h
  std::int64_t denominator = 0;  // how many tuples
  friend auto operator<=>(const TupleCount&, const TupleCount&) = default;
};

// One row of the first column of the output: sum numerator e^(h/d~) over sum denominator e^(h/d~).
using RowSums = std::map<PowersOfB, TupleCount>;

class AttentionRows {
 public:
  // Throws UsageError for a degree above longest_attention_degree, std::overflow_error where a count or a
  // coefficient could leave 62 bits.
  explicit AttentionRows(const problems::AttentionInstance& instance);

  // h(Q_{l_1}, ..., Q_{l_t}) for 0-based rows.
  PowersOfB value(const std::vector<std::size_t>& rows) const;

  // The row l_1 = row.
  RowSums row(std::size_t row) const;

  // Rows with the same number have the same Q^(1): their outputs are equal.
  std::size_t kind(std::size_t row) const { return kind_[0][row]; }

  // Of variable j (0-based): the number of different rows, and a row of each.
  const std::vector<std::size_t>& representatives(std::size_t variable) const { return rows_[variable]; }

 private:
  struct Table {
    std::vector<std::size_t> variables;
    std::vector<PowersOfB> values;  // by kinds, the last variable fastest
  };

  std::vector<std::vector<std::size_t>> kind_;           // [variable][row]
  std::vector<std::vector<std::size_t>> rows_;           // [variable][kind]
  std::vector<std::vector<std::int64_t>> multiplicity_;  // [variable][kind]
  std::vector<std::vector<long>> v_;                     // [variable][kind], 1 for x_1
  std::vector<Table> tables_;                            // of the monomials

  void tabulate(const problems::AttentionInstance& instance, const std::vector<std::size_t>& monomial);
  const PowersOfB& entry(const Table& table, const std::vector<std::size_t>& kinds) const;
};

}  // namespace attest
