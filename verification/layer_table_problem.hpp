// A layer in exact numbers (attention/layer.hpp) as the table judge wants it.
#pragma once

#include <memory>

#include "verification/layer_setting.hpp"
#include "verification/table_problem.hpp"

namespace attest {

class LayerTableProblem : public TableProblem {
 public:
  // Null where the layer has another shape: several heads, another kernel, masks, a polynomial that is no forest, values of the
  // receiver, a readout that is not affine, tokens that show more or less than one symbol. Keeps a reference to the setting.
  static std::unique_ptr<const LayerTableProblem> make(const LayerSetting& setting);

  const Surd& unit() const override { return scores_.unit(); }
  Integer pair_factor() const override;
  Integer pair_divisor() const override { return scores_.divisor(); }
  bool query(std::size_t variable, std::size_t position, Symbol symbol,
             std::vector<long>& out) const override;
  const std::vector<Rational>& coordinate_weights() const override { return weights_; }
  Rational base(std::size_t position, Symbol symbol) const override;
  Rational value(std::size_t variable, std::size_t position, Symbol symbol, std::size_t which) const override;
  double largest_truth() const override;
  Status decide(std::span<const Symbol> word, const std::atomic<bool>* stop) const override;
  Interval error(std::span<const Symbol> word, long accurate_bits,
                 const std::atomic<bool>* stop) const override;
  Interval margin(std::span<const Symbol> word, long accurate_bits,
                  const std::atomic<bool>* stop) const override;

 private:
  explicit LayerTableProblem(const LayerSetting& setting);
  attention::Kind kind(std::size_t position, Symbol symbol) const { return layer_.first[position] + symbol; }

  const LayerSetting& setting_;
  const attention::Layer& layer_;
  const attention::IntegerScores& scores_;
  std::vector<std::size_t> coordinates_;  // of the head's value, those that the output depends on
  std::vector<Rational> weights_;         // of these
};

}  // namespace attest
