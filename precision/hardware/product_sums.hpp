// Sums of products of two numbers of a format, as the units that multiply matrices add them to an fp32 number.
// B products at a time, in index order or from the last one down:
//
//   c <- R(c + a_1 b_1 + ... + a_B b_B), all products exact
//
//   to nearest   R rounds the exact sum to fp32 once, ties to even
//   cut to F     let e be the largest exponent of c and the products. A product's exponent is the sum of its
//                factors' (its significand is below 4); a number below the least normal one of its format has
//                that one's exponent; a zero has none. Every summand is cut, towards zero, to a multiple of
//                2^(e-F), the sum of these is exact, and it is cut to min(F, 23) bits behind its leading one
//                (not below fp32's subnormal numbers). What is beyond fp32 is infinite.
//
// Sources, and which numbers B and F were measured: docs/precision-models.md.
#pragma once

#include <span>
#include <vector>

#include "numeric/floating/hardware_arithmetic.hpp"
#include "precision/evaluation_model.hpp"

namespace attest {

class ProductSums {
 public:
  // Of numbers of `format`, which has at most 24 bits and fp32's exponents at most; the model is
  // tensor_core or flash, without a device (EvaluationModel::on).
  ProductSums(const EvaluationModel& model, const FloatFormat& format);

  // Of a and b, which are as long; `start` is an fp32 number.
  double of(std::span<const double> a, std::span<const double> b, double start = 0) const;

 private:
  double nearest(std::span<const double> a, std::span<const double> b, double c) const;
  double cut(std::span<const double> a, std::span<const double> b, double c) const;

  HardwareArithmetic fp32_;
  FloatArithmetic reference_;
  std::size_t block_;
  std::optional<int> cut_;
  bool descending_;
  int least_;  // exponent of the format's least normal number
};

}  // namespace attest
