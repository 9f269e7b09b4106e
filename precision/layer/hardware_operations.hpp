// What the models tensor-core and flash compute with (docs/precision-models.md): the format that products take
// in, sums of products, and fp32 for everything else. Numbers that come out are looked at for their exponents.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "attention/relu_network.hpp"
#include "precision/hardware/factor_format.hpp"
#include "precision/hardware/product_sums.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

// Numbers of a format by rows; one shift for all of them where it is scaled as a tensor.
using FactorMatrix = std::vector<FactorRow>;

class HardwareOperations {
 public:
  // std::invalid_argument unless the model is tensor_core or flash and offers the format.
  HardwareOperations(const EvaluationModel& model, const FloatFormat& format);

  const EvaluationModel& model() const { return model_; }
  const FactorFormat& factors() const { return factors_; }

  FactorMatrix stored(const RationalMatrix& matrix);
  // Scaled by itself.
  FactorRow cast(const std::vector<double>& row, std::optional<double> largest = std::nullopt);
  // A product of a matrix and a vector: each sum in fp32.
  std::vector<double> times(const FactorMatrix& matrix, const FactorRow& x);
  // In fp32, and what the two stand for: without their scales.
  double dot(const FactorRow& a, const FactorRow& b);
  // Sums of products of numbers of the format, their scales left in; `start` is an fp32 number.
  double sum(std::span<const double> a, std::span<const double> b, double start) const {
    return sums_.of(a, b, start);
  }
  // An fp32 number without a scale, which can take it out of fp32's range.
  double unscaled(double sum, int shift) const {
    return shift == 0 ? sum : fp32_.from(std::ldexp(sum, -shift));
  }

  // Of fp32 numbers, rounded to fp32.
  const HardwareArithmetic& fp32() const { return fp32_; }
  double exponential(double x);

  double met(double number);
  const ExponentsMet& exponents() const { return exponents_; }

 private:
  EvaluationModel model_;
  FactorFormat factors_;
  ProductSums sums_;
  HardwareArithmetic fp32_;
  std::unordered_map<double, double> exponentials_;
  ExponentsMet exponents_;
};

}  // namespace attest
