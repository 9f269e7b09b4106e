// What the table judge (table_judge.hpp) needs to know of a layer in exact numbers (attention/layer.hpp): one softmax head whose
// sums follow a forest, one input symbol a token, an affine readout.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "attention/forest.hpp"
#include "verification/layer_setting.hpp"

namespace attest {

class TableProblem {
 public:
  // Null where the layer has another shape: several heads, another kernel, masks, a polynomial that is no forest, values of the
  // receiver, a readout that is not affine, tokens that show more or less than one symbol; or where not every word is judged. Keeps a reference to the setting.
  static std::unique_ptr<const TableProblem> make(const LayerSetting& setting);
  TableProblem(const TableProblem&) = delete;
  TableProblem& operator=(const TableProblem&) = delete;

  const Task& task;
  const Forest forest;
  const std::vector<std::size_t> judged;

  // The score of a pair is (q_u . q_v) * pair_factor() / pair_divisor(), an integer; the softmax exponent is the sum of the pairs'
  // scores times unit().
  const Surd& unit() const { return scores_.unit(); }
  Integer pair_factor() const;
  Integer pair_divisor() const { return scores_.divisor(); }
  // q of a variable for a symbol at a position, in machine integers; false where one does not fit.
  bool query(std::size_t variable, std::size_t position, Symbol symbol, std::vector<long>& out) const;

  // y = base + sum_c weight_c * (mean of the c-th value coordinate), and the factor that variable (>= 1) contributes to it.
  const std::vector<Rational>& coordinate_weights() const { return weights_; }
  Rational base(std::size_t position, Symbol symbol) const;
  Rational value(std::size_t variable, std::size_t position, Symbol symbol, std::size_t which) const;

  double largest_truth() const;  // bounds |truth| on every input

  // What the tables leave open. Throw Stopped.
  Status decide(std::span<const Symbol> word, const std::atomic<bool>* stop) const;
  Interval error(std::span<const Symbol> word, long accurate_bits, const std::atomic<bool>* stop) const;
  Interval margin(std::span<const Symbol> word, long accurate_bits, const std::atomic<bool>* stop) const;

 private:
  TableProblem(const LayerSetting& setting, Forest the_forest);
  attention::Kind kind(std::size_t position, Symbol symbol) const { return layer_.first[position] + symbol; }

  const LayerSetting& setting_;
  const attention::Layer& layer_;
  const attention::IntegerScores& scores_;
  std::vector<std::size_t> coordinates_;  // of the head's value, those that the output depends on
  std::vector<Rational> weights_;         // of these
};

}  // namespace attest
