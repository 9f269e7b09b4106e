// What all judges of one softmax layer share: the task, the layer's tokens, its forest, and how an output
// is judged.
#pragma once

#include "attention/layer_tokens.hpp"
#include "verification/table_problem.hpp"

namespace attest {

class SoftmaxProblem : public TableProblem {
 public:
  SoftmaxProblem(const SoftmaxLayer& layer, const Task& the_task)
      : TableProblem(the_task), tokens(layer, the_task.first_symbol()) {}
  LayerTokens tokens;

  const Surd& unit() const override { return tokens.unit(); }
  Integer pair_factor() const override { return tokens.monomial_factor(2); }
  bool query(std::size_t variable, std::size_t position, Symbol symbol,
             std::vector<long>& out) const override {
    return tokens.query(variable, position, symbol, out);
  }
  const std::vector<Rational>& coordinate_weights() const override { return tokens.coordinate_weights(); }
  Rational base(std::size_t position, Symbol symbol) const override { return tokens.base(position, symbol); }
  Rational value(std::size_t variable, std::size_t position, Symbol symbol,
                 std::size_t which) const override {
    return tokens.value(variable, position, symbol, which);
  }
  double largest_truth() const override;
  Status decide(std::span<const Symbol> word, const std::atomic<bool>* stop) const override;
  Interval error(std::span<const Symbol> word, long accurate_bits,
                 const std::atomic<bool>* stop) const override;
  Interval margin(std::span<const Symbol> word, long accurate_bits,
                  const std::atomic<bool>* stop) const override;
};

}  // namespace attest
