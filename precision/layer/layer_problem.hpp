// A complete one-layer transformer of given matrices, and its task.
//
//   q^(v)_l = W^(v) x_l;   the score of a tuple of tokens is scale * (sum over monomials of inner products)
//   w = kernel(score) / sum over tuples of kernel(score)
//   a = sum over tuples of w * (Hadamard product of values)
//   y = network([x_i] + W_O (a^(1); ...; a^(H))), or the read-out of root_check.hpp in the network's place; where the
//   task asks for a vector, one network for each of its numbers
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "attention/relu_network.hpp"
#include "numeric/integer.hpp"
#include "precision/arithmetic/precision_scale.hpp"
#include "precision/layer/root_check.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

enum class AttentionKernel {
  softmax,      // exp(z)
  expressive,   // z^2 / (1 + z^2): seed 004, eq. (2)
  exact_match,  // 1 where the first variable's row equals the second's, else 0; where all are 0, a is 0: seed
                // 001, Definition B.1. Monomials and scale are not used.
  hard_maximum,  // 1 where z is the largest of all, else 0: the mean over the tuples of the best score
};

struct PrecisionHead {
  AttentionKernel kernel = AttentionKernel::softmax;
  std::vector<RationalMatrix> query;                           // of each variable
  std::vector<std::vector<std::size_t>> monomials;             // of variables
  std::vector<std::pair<std::size_t, RationalMatrix>> values;  // of which variable, and its matrix
  PrecisionScale scale;
};

// Tokens of a tuple, one for each variable of the head.
using TokenTuple = std::vector<std::size_t>;

class LayerProblem : public PrecisionProblem {
 public:
  virtual std::size_t tokens() const = 0;
  // A token's content is numbered; token and content determine its encoding.
  virtual Symbol contents(std::size_t token) const = 0;
  virtual Symbol content(std::span<const Symbol> word, std::size_t token) const = 0;
  virtual RationalVector encoding(std::size_t token, Symbol content) const = 0;
  // The tuples that head `head` of `token` sums over, in the order of their ranks.
  virtual std::vector<TokenTuple> tuples(std::size_t head, std::size_t token) const = 0;

  std::unique_ptr<PrecisionEvaluator> evaluator(EvaluationModel model, const FloatFormat& format,
                                                std::optional<EvaluationStep> wide) const override;
  std::unique_ptr<PrecisionEvaluator> exact_evaluator(const Rational& temperature) const override;
  bool has_scores() const override;
  std::string no_error_analysis() const override;
  std::optional<ErrorBound> output_error_bound(long significand_bits) const override;

  const std::vector<PrecisionHead>& heads() const { return heads_; }
  const RationalMatrix& output_matrix() const { return output_matrix_; }
  bool residual() const { return residual_; }
  const std::vector<AffineMap>& network() const { return network_; }
  // Of number `number` of the output, from 0 to numbers() - 1; a judged position stands once for each of them.
  const std::vector<AffineMap>& network(std::size_t number) const {
    return networks_.empty() ? network_ : networks_.at(number);
  }
  std::size_t numbers() const { return networks_.empty() ? 1 : networks_.size(); }
  const std::optional<RootCheck>& root_check() const { return root_check_; }

 protected:
  std::vector<PrecisionHead> heads_;
  RationalMatrix output_matrix_;  // W_O, d x (d H)
  bool residual_ = false;
  std::vector<AffineMap> network_;                // ReLU between the maps; R^d -> R
  std::vector<std::vector<AffineMap>> networks_;  // of a vector, one for each number; network_ is empty then
  std::optional<RootCheck> root_check_;  // if present, what y is read with; the network is empty then
};

}  // namespace attest
