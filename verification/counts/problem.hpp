// A layer as counts see it: every head sums over single tokens, each by a weight that hangs on the token and the receiver alone.
//
// Then sum over tokens of weight * (f - c), of whose sign E f - c is, is a sum of one term for each token, and tokens that show no symbol
// together vary independently: termwise extremes are attained, all at once, by an input (bound.hpp).
#pragma once

#include <string>
#include <vector>

#include "verification/cover/formula.hpp"
#include "verification/cover/questions.hpp"
#include "verification/cover/start.hpp"

namespace attest::counts {

class Problem : public cover::Questions {
 public:
  // UsageError that says what counts cannot do.
  explicit Problem(const LayerSetting& setting);

  const attention::Layer& layer() const { return layer_; }
  const cover::Formulas& formulas() const { return formulas_; }
  // The leaves of a head's means.
  const std::vector<std::size_t>& leaves_of(std::size_t head) const { return leaves_of_[head]; }
  // Where all of them are affine in one number, the first of them that is no constant; else cover::none.
  std::size_t line_of(std::size_t head) const { return line_of_[head]; }
  // A leaf whose mean is this number is that of line_of(head) times this, beside constants.
  const Rational& slope(std::size_t leaf) const { return slopes_[leaf]; }

  // What the receiver and the constants add to a leaf.
  Rational receiver_part(std::size_t leaf, attention::Kind receiver) const;
  std::vector<cover::Start> starts() const;

 private:
  std::vector<std::size_t> receiver_positions(std::size_t which) const;
  void find_lines();

  const attention::Layer& layer_;
  cover::Formulas formulas_;
  std::vector<std::vector<std::size_t>> leaves_of_;
  std::vector<std::size_t> line_of_;
  std::vector<Rational> slopes_;
};

}  // namespace attest::counts
