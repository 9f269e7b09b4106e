// A head under the models tensor-core and flash: from the encodings of tokens, as they are stored, to its
// output in fp32. Operation by operation: docs/precision-models.md.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "precision/layer/hardware_operations.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

class HardwareHead {
 public:
  // `encodings` are those of all kinds. The problem, the operations and the encodings must outlive the head.
  HardwareHead(const LayerPrecision& problem, std::size_t head, const std::vector<std::size_t>& judged,
               HardwareOperations& operations, const std::vector<FactorRow>& encodings);

  // At the which-th judged token, in fp32.
  std::vector<double> output(std::size_t which, const std::vector<attention::Kind>& kinds_shown);

  // The largest number of any tuple's value, where tensors are scaled; it bounds the output's as well, but
  // for rounding.
  double largest_value() const { return largest_value_; }

 private:
  // Of a tuple of tokens; equal kinds have equal ones.
  struct Tuple {
    double score = 0;
    FactorRow value;
  };
  using Kinds = std::vector<attention::Kind>;

  double largest_of_all(const FactorMatrix& map, const std::vector<RationalVector>& rows);
  const FactorRow& query(std::size_t variable, attention::Kind kind);
  const FactorRow& value(std::size_t factor, attention::Kind kind);
  double monomial(std::size_t m, const TokenTuple& tuple, const Kinds& kinds_shown);
  Tuple compute(const TokenTuple& tuple, const Kinds& kinds_shown);
  const Tuple& tuple_of(const TokenTuple& tuple, const Kinds& kinds_shown);
  double kernel(double score, double largest);
  double rescaling(double before, double after);
  std::vector<double> weighted(std::span<const double> weights, std::size_t first,
                               const std::vector<double>& start) const;
  std::vector<double> unscaled(std::vector<double> sums, double divisor) const;
  std::vector<double> by_tensor_core();
  std::vector<double> by_blocks();

  const attention::Head& exact_;
  HardwareOperations& in_;
  const std::vector<FactorRow>& encodings_;
  std::size_t kinds_;
  std::size_t width_;
  std::vector<FactorMatrix> query_maps_;
  std::vector<FactorMatrix> value_maps_;
  double scale_;
  std::vector<std::vector<TokenTuple>> lists_;        // [which judged position]
  std::vector<std::optional<double>> largest_query_;  // [variable], where tensors are scaled
  double largest_value_ = 0;
  int weight_shift_;
  std::vector<std::vector<std::optional<FactorRow>>> q_;  // [variable][kind]
  std::vector<std::vector<std::optional<FactorRow>>> v_;
  std::vector<std::unique_ptr<Tuple>> by_key_;  // a table where it is small, else what is remembered
  std::unordered_map<std::size_t, Tuple> remembered_;
  // Of the word that is evaluated.
  std::vector<const Tuple*> tuples_;
};

}  // namespace attest
