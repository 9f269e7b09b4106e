// The format of what a matrix product takes in, and the cast to it: rounded to nearest, ties to even, once.
//
// What overflows is what the format makes of it (infinity; NaN in e4m3), or, where casts saturate, the largest
// number with its sign, of infinities as well; NaN stays NaN. A scaled tensor or row is multiplied by 2^s
// before it is cast, s the greatest for which its largest number stays within the format, and casts saturate.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "numeric/floating/hardware_arithmetic.hpp"
#include "precision/evaluation_model.hpp"

namespace attest {

// Numbers of the format; they stand for numbers[k] 2^-shift.
struct FactorRow {
  std::vector<double> numbers;
  int shift = 0;

  double number(std::size_t k) const { return std::ldexp(numbers[k], -shift); }
  std::vector<double> unscaled() const;
};

// Of the largest |number|; NaN counts for nothing.
double largest_of(const std::vector<double>& numbers);

class FactorFormat {
 public:
  // std::invalid_argument unless the format has at most 24 bits and exponents within fp32's.
  FactorFormat(const EvaluationModel& model, const FloatFormat& format);

  bool is_scaled() const { return scaling_ != EvaluationModel::Scaling::none; }
  bool is_scaled_by_tensor() const { return scaling_ == EvaluationModel::Scaling::tensor; }

  // Scaled for `largest`, which is the tensor's, or the row's own largest number where it is absent.
  FactorRow cast(const std::vector<double>& numbers, std::optional<double> largest = std::nullopt) const;
  // Numbers as they are stored: rounded once from what they are.
  FactorRow stored(const std::vector<Rational>& numbers, const std::optional<Rational>& largest) const;
  // The shift of cast and stored; 0 without scaling, and where all numbers are below 2^-1000.
  int shift_for(double largest) const;

 private:
  double saturated(double rounded, double from) const;

  HardwareArithmetic arithmetic_;
  EvaluationModel::Scaling scaling_;
  bool saturates_;
  double largest_;  // of the format
};

}  // namespace attest
