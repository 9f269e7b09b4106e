// A layer in binary64 with a proved error bound: the floating-point filter in front of LayerOutput. Scores are machine
// integers, exactly; exp is looked up once for each distance from the best score; the readout runs in bounded doubles.
//
// Why the bound holds. A tuple of score S has weight w = e^(-unit (B - S)), B the best score of the head at this token;
// the table holds w with a relative error of at most 2^-52 for B - S <= reach, and everything further away weighs at
// most e^(-unit (reach + 1)) a tuple: together at most `rest`. With integer values |v| <= V below 2^51, exact in
// double, the computed sums N~ and D~ over K tuples satisfy (Higham, Lemma 3.1)
//   |N~ - N| <= gamma_{K+3} V D' + rest V,   |D~ - D| <= gamma_{K+3} D' + rest
// where D' is the exact sum of the weights that were added, D' <= D~ (1 + 2 gamma_{K+3}).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "attention/layer_output.hpp"
#include "attention/machine_scores.hpp"
#include "numeric/bounded_double.hpp"

namespace attest::attention {

struct BoundedDoubleArithmetic {
  using Number = BoundedDouble;
  static BoundedDouble constant(const Rational& value);
  // |max(a, b) - max(x, y)| <= max(|a - x|, |b - y|), and so for min. std::max(x, NaN) is x, which would lose it: what is
  // not a number stays none.
  static BoundedDouble larger(const BoundedDouble& a, const BoundedDouble& b) {
    return {std::max(a.value, b.value), error_of(a, b)};
  }
  static BoundedDouble smaller(const BoundedDouble& a, const BoundedDouble& b) {
    return {std::min(a.value, b.value), error_of(a, b)};
  }

 private:
  static double error_of(const BoundedDouble& a, const BoundedDouble& b) {
    const double sum = a.value + b.value + a.error + b.error;
    return std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::max(a.error, b.error);
  }
};

class DoubleFilter {
 public:
  // Null where the layer has no softmax head, or does not fit: scores beyond 2^50 units, values that are no machine integers after their
  // denominators were cleared, a scale that makes the table too long, a unit of zero, heads without a common unit.
  static std::unique_ptr<DoubleFilter> make(const PreparedLayer& prepared);

  // Scratch space of one thread.
  struct Scratch {
    std::vector<Kind> kind;                      // of each token; filled in by the caller
    std::vector<MachineScores::Scratch> scores;  // [head]
    std::vector<BoundedDouble> stream;
  };

  struct Output {
    BoundedDouble y;
    std::optional<std::int64_t>
        least_gap;  // over the heads, in common units; absent where no head has two tuples
  };
  // Call begin() after scratch.kind has been filled in, then output() for each receiver.
  void begin(Scratch& scratch) const;
  Output output(Token receiver, Scratch& scratch) const;

 private:
  struct HeadTables;
  bool add_head(const PreparedLayer& prepared, std::size_t h);

  struct ValueCoordinate {
    std::size_t from = 0;
    std::vector<std::vector<double>> of_kind;                     // [factor][kind], integers
    double largest = 0;                                           // V
    std::vector<std::pair<std::size_t, BoundedDouble>> landings;  // stream coordinate, factor
  };
  struct HeadTables {
    const Head* head = nullptr;
    std::optional<MachineScores> scores;      // of kernels that compare them
    const IntegerScores* matching = nullptr;  // of exact match
    std::vector<double> weight;               // [distance], up to the reach
    double rest = 0;                          // bound for all weights beyond it
    std::int64_t multiple = 1;                // of the common unit
    std::vector<double> gamma;                // [receiver]: gamma_{K+3}
    std::vector<ValueCoordinate> values;
  };

  std::vector<HeadTables> heads_;
  std::vector<std::vector<BoundedDouble>> residual_;  // [kind][coordinate]
  std::optional<ReadoutOn<BoundedDoubleArithmetic>> readout_;
};

}  // namespace attest::attention
