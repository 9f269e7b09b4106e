// The model "stored": weights, biases, scales and encodings are rounded to the format once, and what they
// define is evaluated exactly: scores in rational arithmetic, the softmax in intervals whose precision grows
// until the output is told right from wrong.
#pragma once

#include <memory>
#include <span>

#include "numeric/floating/float_format.hpp"
#include "numeric/interval.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

class StoredEvaluator : public PrecisionEvaluator {
 public:
  StoredEvaluator(const LayerPrecision& problem, const FloatFormat& format);
  // Nothing is rounded; every scale is multiplied by `temperature` (> 0).
  StoredEvaluator(const LayerPrecision& problem, const Rational& temperature);
  ~StoredEvaluator() override;

  // Whether all numbers could be stored (none became an infinity or NaN). If not, every input is wrong.
  bool stored() const;

  // An enclosure of y at the which-th judged position, at that precision; needs stored().
  Interval output(std::span<const Symbol> word, std::size_t which, Precision precision);

  // Over all judged positions: wrong if one is; undecided only at maximal_precision.
  Answer answer(std::span<const Symbol> word) override;
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;

  const ExponentsMet& exponents() const override;  // of the stored numbers

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace attest
