// What an enumeration has seen so far. Merging is commutative and associative, and what one input adds
// depends on that input alone, so the result does not depend on threads, chunks or parts.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

// Inputs are numbered by their index in the class of the part (index k is the rank R + k M).
using InputIndex = std::uint64_t;
inline constexpr InputIndex no_input = std::numeric_limits<InputIndex>::max();

// How many inputs something happened on, and the first of them.
struct Incidents {
  std::uint64_t count = 0;
  InputIndex first = no_input;

  void add(InputIndex index);
  void merge(const Incidents& other);
  friend bool operator==(const Incidents&, const Incidents&) = default;
};

struct Tally {
  std::uint64_t checked = 0;
  std::uint64_t index_sum = 0;  // of all indices that were judged, modulo 2^64 (enumeration.cpp)
  Incidents failing;            // some judged output is wrong
  Incidents undecided;          // no wrong one found, but some could not be decided
  Incidents extra;  // a second condition of the claim fails (a tie, weights that do not sum to one)
  std::vector<Incidents>
      conditions;  // further ones fail, in the claim's order; as many, or none where nothing was checked
  std::uint64_t no_inputs = 0;   // of those that were checked: Standing::excluded
  std::uint64_t not_judged = 0;  // Standing::not_judged
  std::uint64_t fell_back = 0;   // inputs that the floating-point filter left to exact arithmetic

  std::vector<InputIndex> failing_list;  // the first `failing_limit`, ascending
  std::size_t failing_limit = 0;

  // The largest error as the filter computed it (deterministic, not a bound), the lowest index that has
  // it, and an upper bound for the errors of all inputs.
  double worst = -1;
  InputIndex worst_index = no_input;
  double error_bound = 0;
  // A lower bound for the decision margins of all inputs: 1/2 - error, but without rounding 1/2 away where
  // the error is near it. Negative only where some input is wrong or undecided.
  double margin_bound = std::numeric_limits<double>::infinity();

  // The least score gap in the layer's first unit, infinite where there is none that a double holds exactly; then
  // [unit] the least of the others: larger ones, and those in further units.
  static constexpr std::int64_t most_exact_gap = std::int64_t{1}
                                                 << 53;  // up to here every integer is a double
  double least_gap = std::numeric_limits<double>::infinity();
  std::vector<std::optional<Integer>> least_further_gaps;

  // For tasks that are decided by a sign: a lower bound for the least y where the answer is yes, an upper
  // bound for the largest y where it is no.
  double least_yes = std::numeric_limits<double>::infinity();
  double greatest_no = -std::numeric_limits<double>::infinity();

  // `margin`: a lower bound for the input's decision margin.
  void note_error(double error, double bound, double margin, InputIndex index) {
    if (margin < margin_bound) margin_bound = margin;
    if (worst_index == no_input || error > worst || (error == worst && index < worst_index)) {
      worst = error;
      worst_index = index;
    }
    if (bound > error_bound) error_bound = bound;
  }
  void note_error(double error, double bound, InputIndex index) {
    note_error(error, bound, margin_below(bound), index);
  }
  // A lower bound for 1/2 - error from an upper bound of the error.
  static double margin_below(double error_bound) {
    const double margin = 0.5 - error_bound;
    return margin == 0 ? 0 : std::nextafter(margin, -std::numeric_limits<double>::infinity());
  }
  void note_failing(InputIndex index);
  void note_gap(const Integer& gap, std::size_t unit = 0);
  std::vector<std::optional<Integer>> least_gaps() const;  // [unit]
  void merge(const Tally& other);
};

}  // namespace attest
