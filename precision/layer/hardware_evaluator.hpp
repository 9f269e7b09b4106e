// A transformer under the models tensor-core and flash of evaluation_model.hpp. Operation by operation:
// docs/precision-models.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "precision/layer/hardware_head.hpp"
#include "precision/layer/hardware_operations.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

class HardwareEvaluator : public PrecisionEvaluator {
 public:
  // `problem` must outlive the evaluator. std::invalid_argument unless the model is tensor_core or flash and
  // offers the format.
  HardwareEvaluator(const LayerPrecision& problem, const EvaluationModel& model, const FloatFormat& format);

  // y at the which-th judged position: a number of the format, scaled where the model scales.
  double output(std::span<const Symbol> word, std::size_t which);

  // As RoundedEvaluator judges: never undecided, NaN and infinities are wrong.
  Answer answer(std::span<const Symbol> word) override;
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;
  const ExponentsMet& exponents() const override { return operations_.exponents(); }

 private:
  struct Map {
    FactorMatrix weight;
    FactorRow bias;
  };
  struct StoredReadout {
    std::vector<Map> network;
    std::optional<ReadoutOperations> operations;
    std::vector<double> constants;  // of the operations
  };

  FactorRow stream_of(std::span<const Symbol> word, std::size_t which);
  double read(const FactorRow& stream, std::size_t which);
  double read(const StoredReadout& readout, const FactorRow& stream);

  const LayerPrecision& problem_;
  HardwareOperations operations_;
  std::vector<std::size_t> judged_;
  std::vector<FactorRow> encodings_;  // [kind]
  std::vector<HardwareHead> heads_;
  FactorMatrix output_matrix_;
  std::vector<StoredReadout> readouts_;  // one for each number of the output
  std::vector<attention::Kind> kinds_;   // of the word that is evaluated
};

}  // namespace attest
