// The operations of a rounded evaluation (rounded_evaluator.hpp) over an arithmetic: FloatArithmetic,
// HardwareArithmetic or ScaledArithmetic. Every number that they give is looked at for its exponent.
#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "constructions/precision/evaluation_model.hpp"
#include "constructions/precision/precision_problem.hpp"
#include "numeric/floating/float_arithmetic.hpp"

namespace attest {

// The arithmetic of one step: products in one format, everything else in another.
template <class Arithmetic>
struct StepArithmetic {
  Arithmetic product;
  Arithmetic sum;
  bool rounds_factors;  // to the format of products; else they are in it already
};

template <class Arithmetic>
class RoundedOperations {
 public:
  using Value = typename Arithmetic::Value;
  using Row = std::vector<Value>;
  using Matrix = std::vector<Row>;
  using Step = StepArithmetic<Arithmetic>;

  static constexpr long wide_precision = 256;

  static Step step(EvaluationModel model, const FloatFormat& format, bool wide) {
    if (wide) {
      const FloatFormat widest = unbounded_format(wide_precision);
      return {Arithmetic(widest), Arithmetic(widest), false};
    }
    if (model == EvaluationModel::mixed)
      return {Arithmetic(format), Arithmetic(*float_format_from_name("fp32")), true};
    return {Arithmetic(format), Arithmetic(format), false};
  }

  // The numbers met are noted here.
  explicit RoundedOperations(ExponentsMet& exponents) : exponents_(exponents) {}

  Value met(Value number) {
    if (!Arithmetic::is_zero(number) && Arithmetic::is_finite(number))
      exponents_.note(Arithmetic::exponent(number));
    return number;
  }

  // A factor is rounded to the format of products (sums may be wider) unless a wide step gave it.
  static Value factor(const Step& in, const Value& a) {
    if constexpr (std::is_same_v<Value, FloatValue>) {
      if (mpfr_get_prec(a.mpfr()) == wide_precision) return a;
    }
    return in.product.from(a);
  }

  Value multiply(const Step& in, const Value& a, const Value& b) {
    if (in.rounds_factors) return met(in.product.multiply(factor(in, a), factor(in, b)));
    return met(in.product.multiply(a, b));
  }

  // Whether the product of a and b is a zero, told without multiplying.
  static bool product_is_zero(const Step& in, const Value& a, const Value& b) {
    const auto finite_factor = [&](const Value& x) {
      return in.rounds_factors ? Arithmetic::is_finite(factor(in, x)) : Arithmetic::is_finite(x);
    };
    return (Arithmetic::is_zero(a) && finite_factor(b)) || (Arithmetic::is_zero(b) && finite_factor(a));
  }

  // Products, and sums in index order. A zero that is added changes no number; it may change the sign of -0.
  Value dot(const Step& in, const Row& a, const Row& b) {
    Value sum = in.sum.from(multiply(in, a.front(), b.front()));
    bool is_met = false;
    for (std::size_t c = 1; c < a.size(); ++c) {
      const bool is_negative_zero = Arithmetic::is_zero(sum) && Arithmetic::is_negative(sum);
      if (is_negative_zero || !product_is_zero(in, a[c], b[c])) {
        sum = met(in.sum.add(sum, multiply(in, a[c], b[c])));
      } else if (!is_met) {
        met(sum);
      }
      is_met = true;
    }
    return sum;
  }

  Row times(const Step& in, const Matrix& matrix, const Row& x) {
    Row result;
    result.reserve(matrix.size());
    for (const Row& row : matrix) result.push_back(dot(in, row, x));
    return result;
  }

 private:
  ExponentsMet& exponents_;
};

}  // namespace attest
