// What a layer puts out at one token of one input: enclosures as tight as asked for, and signs that are decided
// exactly.
//
// A readout is at a point one of its polynomials in the stream's coordinates c + sum_h N_h / D_h, where N_h and D_h > 0 are
// sums of exponentials. Its sign is that of the expanded numerator, a sum of exponentials itself as long as the scores
// of the heads are integer multiples of one unit (numeric/exponential_sum.hpp decides its zero test).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attention/forest_sums.hpp"
#include "numeric/interval.hpp"
#include "numeric/ordering.hpp"

namespace attest::attention {

// Between scores: `count` times a unit of the layer, PreparedLayer::units()[unit].
struct GapInUnits {
  std::size_t unit = 0;
  Integer count;
};

// A layer and what is derived from it once. Keeps a reference to the layer.
class PreparedLayer {
 public:
  // Throws UsageError where a head has more index tuples than can be listed and no forest spares looking at each.
  explicit PreparedLayer(const Layer& layer);
  const Layer& layer() const { return layer_; }
  const IntegerScores& scores(std::size_t head) const { return scores_[head]; }

  // Numbers of which the units of the heads' scores are integer multiples: one, or several where no number serves all heads
  // (say sqrt(2) and sqrt(3)); zero where no head has scores. [head]: which of them, and the multiple (0: a head without scores,
  // or with a scale of zero).
  const std::vector<Surd>& units() const { return units_; }
  const std::vector<std::size_t>& unit_of() const { return unit_of_; }
  const std::vector<Integer>& multiples() const { return multiples_; }
  bool has_common_unit() const { return units_.size() == 1; }
  Surd value(const GapInUnits& gap) const { return units_[gap.unit] * Surd(Rational(gap.count)); }
  bool less(const GapInUnits& a, const GapInUnits& b) const;
  // The unit of these heads; nothing where they have several.
  std::optional<std::size_t> unit_of_all(const std::vector<bool>& heads) const;

  // Along which the sums of a head factorise, if they do.
  const std::optional<Forest>& forest(std::size_t head) const { return forests_[head]; }
  // What the head sums at a token: along its forest, else by the definition.
  HeadSums sums(std::size_t head, std::span<const Kind> kinds, Token receiver) const;

 private:
  const Layer& layer_;
  std::vector<IntegerScores> scores_;
  std::vector<std::optional<Forest>> forests_;
  std::vector<Surd> units_;
  std::vector<std::size_t> unit_of_;
  std::vector<Integer> multiples_;
};

// A readout, or a part of one, at an enclosed stream.
Interval enclosed(const Readout& readout, const std::vector<Interval>& stream, Precision precision);

class LayerOutput {
 public:
  // `coordinate`: which number of the output is asked for below.
  LayerOutput(const PreparedLayer& prepared, std::span<const Kind> kinds, Token receiver,
              std::size_t coordinate = 0);
  // What the layer would put out at a token of this kind if these were its heads' sums: other tuples than those of the
  // input, or some of them only.
  LayerOutput(const PreparedLayer& prepared, Kind receiver, std::vector<HeadSums> heads,
              std::size_t coordinate = 0);

  const std::vector<HeadSums>& heads() const { return heads_; }

  // y is the number of the output that was chosen above, the first one otherwise.
  // Encloses y - target: at least `accurate_bits` leading bits certain or the radius below 2^-accurate_bits, or exactly
  // zero. Not finite where maximal_precision does not reach.
  Interval deviation(const Rational& target, long accurate_bits) const;

  // y against a rational number; undecided only where the units have no common measure, where a numerator is too long to be
  // expanded, or at maximal_precision.
  Ordering compare(const Rational& bound) const { return compare(readout_, bound); }
  // The same of another readout of this stream.
  Ordering compare(const Readout& readout, const Rational& bound) const;

  // y itself where all heads that it depends on are rational.
  std::optional<Rational> exact() const;

  // The stream at the token behind the heads, which the readout is of; exactly where every head is rational.
  std::vector<Interval> stream(Precision precision) const;
  std::optional<std::vector<Rational>> exact_stream() const;

 private:
  std::optional<std::vector<Rational>> exact_stream(const std::vector<bool>& needed) const;
  std::optional<Rational> exact(const Readout& readout) const;
  // A coordinate of the stream: rational + sum over heads of numerator / counts.
  struct Coordinate {
    Rational rational = 0;
    std::vector<ExponentialSum>
        numerators;  // [head]; empty where the head adds nothing that is not in `rational`
    bool is_rational() const;
  };
  Coordinate coordinate(std::size_t index) const;
  // Of a polynomial in the stream, and of the one that is left where coordinates that are rational have their values.
  Ordering sign(const StreamPolynomial& polynomial) const;

  const PreparedLayer& prepared_;
  const Readout& readout_;
  Kind receiver_kind_;
  std::vector<HeadSums> heads_;
  std::vector<std::optional<RationalVector>> exact_;
};

}  // namespace attest::attention
