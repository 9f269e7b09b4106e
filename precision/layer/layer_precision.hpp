// One layer (attention/layer.hpp) and its task for the study of formats: the record as it is verified, and the numbers of it that
// an arithmetic stores.
//
//   q^(v)_l = W^(v) x_l;   the score of a tuple of tokens is scale * (sum over monomials of inner products)
//   w = kernel(score) / sum over tuples of kernel(score)
//   a = sum over tuples of w * (Hadamard product of values)
//   y = network([x_i] + W_O (a^(1); ...; a^(H))), or the operations of readout_operations.hpp in the network's place, where
//   the readout multiplies; where the task asks for a vector, one network for each of its numbers
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "attention/layer.hpp"
#include "attention/relu_network.hpp"
#include "precision/layer/readout_operations.hpp"
#include "precision/precision_problem.hpp"
#include "verification/layer_setting.hpp"

namespace attest {

// Tokens of a tuple, one for each variable of the head; the receiver is the first.
using TokenTuple = std::vector<std::size_t>;

// How a readout is evaluated: as the ReLU network that it is, where it is one, or operation by operation.
enum class ReadoutBy { network_if_any, operations };

class LayerPrecision : public PrecisionProblem {
 public:
  // Task and layer are kept by reference; `owner` keeps them.
  // UsageError where rounded evaluation has no such layer: leftmost maxima, rows or values that are no matrix times the encoding,
  // index sets that cannot be listed.
  LayerPrecision(std::shared_ptr<const void> owner, const LayerTask& task, const attention::Layer& layer,
                 ReadoutBy readout_by = ReadoutBy::network_if_any);

  const Task& task() const override { return task_; }
  const attention::Layer& layer() const { return layer_; }
  // Of each token of the word.
  void kinds(std::span<const Symbol> word, std::vector<attention::Kind>& out) const;
  // The tuples that head `head` of `token` sums over, in the order of their ranks.
  std::vector<TokenTuple> tuples(std::size_t head, std::size_t token) const;

  // W^(v) of each variable, one row of zeros where the head's scores do not look at it.
  std::vector<RationalMatrix> rows(std::size_t head) const;
  // Of each factor of the value, with as many rows as W_O takes of every head.
  std::vector<RationalMatrix> values(std::size_t head) const;
  RationalMatrix output_matrix() const;  // W_O, d x (width H)
  // How many numbers the output has; a judged position stands once for each of them.
  std::size_t numbers() const { return layer_.readouts.size(); }
  // Of each of them: either a network, with ReLU between its maps, or operations.
  struct ReadoutForm {
    std::vector<AffineMap> network;
    std::optional<ReadoutOperations> operations;
  };
  ReadoutForm readout(std::size_t number) const;

  std::unique_ptr<PrecisionEvaluator> evaluator(const EvaluationModel& model, const FloatFormat& format,
                                                std::optional<EvaluationStep> wide) const override;
  std::unique_ptr<PrecisionEvaluator> exact_evaluator(const Rational& temperature) const override;
  bool has_scores() const override;
  std::string no_error_analysis() const override;
  std::optional<ErrorBound> output_error_bound(long significand_bits) const override;

 private:
  Eigen::Index width() const;  // of every head's output

  std::shared_ptr<const void> owner_;
  const LayerTask& task_;
  const attention::Layer& layer_;
  ReadoutBy readout_by_;
};

}  // namespace attest
