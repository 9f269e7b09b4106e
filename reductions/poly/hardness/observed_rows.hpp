// The output rows of a layout on every small gap instance, each different row once, and what can be said of
// them: whether a bound holds, on which side of a threshold they are, where yes and no part.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "claims/json.hpp"
#include "reductions/poly/gap/gap_instances.hpp"
#include "reductions/poly/hardness/attention_check.hpp"

namespace attest {

struct ObservedRow {
  RowSums sums;
  bool yes = false;
  std::int64_t count = 0;  // (instance, row) pairs
  Json witness;            // the first of them
};

struct ObservedRows {
  std::vector<ObservedRow> rows;
  std::int64_t instances = 0;  // that keep the promise
  std::int64_t yes_instances = 0;
  std::int64_t judged = 0;  // (instance, row) pairs; where x_1 is not in T all rows of an instance are one
  bool complete = true;     // `stop` did not end it
};

ObservedRows observe_rows(const AttentionLayout& layout, const GapSize& size,
                          const std::function<bool()>& stop);

struct BoundOutcome {
  std::int64_t rows = 0;  // that the bound speaks of, with multiplicity
  std::int64_t failing = 0;
  std::int64_t undecided = 0;
  const ObservedRow* first_failing = nullptr;
  std::string values;  // of the first failing row: "P = 2.7183, the bound 2.7183"
};

BoundOutcome check_bound(const DisplayedBound& bound, const ObservedRows& observed,
                         const AttentionScale& scale);

// Every row on its side of (yes + no)/2 with (yes - no)/4 to spare, for two bounds on the output.
BoundOutcome check_decisions(const OutputBounds& bounds, const ObservedRows& observed,
                             const AttentionScale& scale, bool& separates);

// Whether any threshold parts the rows. `less` or `equal`: some no row is not below some yes row, for
// certain.
struct RowOrder {
  Ordering order = Ordering::undecided;
  std::int64_t failing = 0;          // no rows that are not below `yes`
  const ObservedRow* yes = nullptr;  // a yes row with the least output
  const ObservedRow* no = nullptr;   // the first of the failing no rows
};
RowOrder order_of_rows(const ObservedRows& observed, const AttentionScale& scale);

// The least output of a yes row minus the largest of a no row; nothing if there is none of one kind.
struct Separation {
  Interval least_yes;
  Interval largest_no;
};
std::optional<Separation> separation_at(const ObservedRows& observed, const AttentionScale& scale,
                                        long accurate_bits = 60);

// Where yes and no part: least_yes - largest_no > 2 gamma for certain. For gamma > 0 that ends somewhere: all
// outputs fall exponentially in B^k.
struct SeparatingPower {
  Rational until;  // the last point of the grid where it does
  Rational from;   // it does there, and on every point of the grid step, 2 step, ... from there on
                   // up to the last one
  std::optional<Rational>
      not_at;  // the nearest point below `from` that was tried; it does not there, for certain
};

// The grid goes up to `top`; between the least grid point and the one below it the interval is halved ten
// times. Nothing if it does not at the last point of the grid.
std::optional<SeparatingPower> least_separating_power(const ObservedRows& observed, std::size_t k,
                                                      std::size_t width, const Rational& step,
                                                      const Rational& top, const Rational& gamma);

}  // namespace attest
