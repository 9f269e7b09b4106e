// Is that attention instance the image of that gap instance, and does its output decide it?
//
//   const AttentionCheck check = check_attention(instance, source);
//   check.right()
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "claims/verdict.hpp"
#include "reductions/poly/hardness/displayed_bounds.hpp"

namespace attest {

// Where the output's yes rows and no rows part at one B^k, from the bounds that are proved for the repaired
// constructions (proved_bounds).
struct AttentionThreshold {
  Interval yes;            // every yes row is at least this
  Interval no;             // every no row is at most this
  Interval threshold;      // half-way
  Interval gamma;          // (yes - no)/4: a row known up to gamma is still on its side, with gamma to spare
  bool separates = false;  // yes > no for certain
};

AttentionThreshold attention_threshold(const GapShape& shape, const AttentionScale& scale);

// The threshold at which that instance's rows are judged: from the proved bounds where they part; else the
// exact one where the shape has one (extreme_rows.hpp); nothing where there is none.
std::optional<AttentionThreshold> threshold_of(const problems::AttentionInstance& instance,
                                               const problems::InnerProducts& source);

// What carries the sets, read off the instance. Throws UsageError where instance and source do not fit
// together (a set that no or two variables carry, a width that is no multiple of d, too few rows).
GapShape shape_of(const problems::AttentionInstance& instance, const problems::InnerProducts& source);

struct AttentionCheck {
  std::int64_t tuples = 0;        // of rows, those of l_1 judged ones
  std::int64_t wrong_tuples = 0;  // h or the product of values is not what expected_of_pattern says
  std::string first_wrong_tuple;  // empty if there is none
  std::int64_t rows = 0;          // judged
  std::int64_t wrong_rows = 0;    // on the wrong side of the threshold, or within gamma of it
  std::int64_t undecided_rows = 0;
  std::string first_wrong_row;
  // Whether one threshold parts yes rows from no rows at this B^k. holds: for every instance of that shape
  // (by the proved bounds, or by the exact criterion). refuted: not for all of them (that criterion), or
  // not even for this one. undecided: the proved bounds do not part; the rows of this instance do.
  Status threshold = Status::undecided;
  std::string threshold_reason;  // unless it holds
  bool yes = false;              // the source's answer, by exhaustive search

  bool right() const {
    return wrong_tuples == 0 && threshold == Status::holds && wrong_rows == 0 && undecided_rows == 0;
  }
};

// The identity on every tuple (rows of a variable that carries no set are looked at once for each kind) and
// the decision of every judged row. The source keeps its promise: that is not looked at here
// (promise_breach).
AttentionCheck check_attention(const problems::AttentionInstance& instance,
                               const problems::InnerProducts& source);

// Whether the row is a yes row: a solution uses the vector of x_1's set with that number, or, if x_1 carries
// no set, there is a solution at all. The solution of lowest rank.
std::optional<problems::Tuple> solution_at(const problems::InnerProducts& source,
                                           std::optional<std::size_t> set_of_first, std::size_t row);

}  // namespace attest
