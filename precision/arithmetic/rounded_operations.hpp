// What a rounded evaluation is made of, as docs/precision.md writes it down, over an arithmetic:
// FloatArithmetic, HardwareArithmetic or ScaledArithmetic. Every number that comes out is looked at for its
// exponent.
#pragma once

#include <stdexcept>
#include <type_traits>
#include <vector>

#include "attention/relu_network.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/evaluation_model.hpp"
#include "precision/precision_problem.hpp"

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
  // An affine map with its numbers stored.
  struct Map {
    Matrix weight;
    Row bias;
  };
  using Network = std::vector<Map>;

  static constexpr long wide_precision = 256;

  // `wide`: all in wide_precision with unbounded exponent. Else std::invalid_argument if the arithmetic does
  // not have the format, and in any case unless the model is plain or mixed.
  static Step step(EvaluationModel model, const FloatFormat& format, bool wide) {
    if (model == EvaluationModel::stored)
      throw std::invalid_argument("the model stored is not evaluated with rounding");
    if (wide) {
      const FloatFormat widest = unbounded_format(wide_precision);
      return {Arithmetic(widest), Arithmetic(widest), false};
    }
    if (model == EvaluationModel::mixed)
      return {Arithmetic(format), Arithmetic(*float_format_from_name("fp32")), true};
    return {Arithmetic(format), Arithmetic(format), false};
  }

  // The numbers met are noted here.
  explicit RoundedOperations(ExponentsMet& exponents) : met_(exponents) {}

  Value met(Value number) {
    if (!Arithmetic::is_zero(number) && Arithmetic::is_finite(number))
      met_.note(Arithmetic::exponent(number));
    return number;
  }

  // Numbers as they are stored: in the format of products.
  Value stored(const Step& in, const Rational& number) { return met(in.product.from(number)); }

  Row stored(const Step& in, const RationalVector& row) {
    Row result;
    for (Eigen::Index c = 0; c < row.size(); ++c) result.push_back(stored(in, row(c)));
    return result;
  }

  Matrix stored(const Step& in, const RationalMatrix& matrix) {
    Matrix result;
    for (Eigen::Index r = 0; r < matrix.rows(); ++r)
      result.push_back(stored(in, RationalVector(matrix.row(r).transpose())));
    return result;
  }

  Network stored(const Step& in, const std::vector<AffineMap>& network) {
    Network result;
    for (const AffineMap& map : network) result.push_back({stored(in, map.weight), stored(in, map.bias)});
    return result;
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

  // Each row of the weight times x, then the bias; max(0, .) between two maps.
  Row apply(const Step& in, const Network& network, Row x) {
    for (std::size_t layer = 0; layer < network.size(); ++layer) {
      if (layer > 0) {
        const Value zero = in.sum.from(Rational(0));
        for (Value& entry : x) entry = in.sum.maximum(entry, zero);
      }
      x = times(in, network[layer].weight, x);
      for (std::size_t r = 0; r < x.size(); ++r) x[r] = met(in.sum.add(x[r], network[layer].bias[r]));
    }
    return x;
  }

  // Of two scores; a NaN is above every number. The largest score is the first that none is above.
  static bool above(const Value& a, const Value& b) {
    return !Arithmetic::is_nan(b) && (Arithmetic::is_nan(a) || Arithmetic::less(b, a));
  }

  Value exponential_of_difference(const Step& in, const Value& score, const Value& largest) {
    return met(in.sum.exponential(met(in.sum.subtract(score, largest))));
  }

 private:
  ExponentsMet& met_;
};

}  // namespace attest
