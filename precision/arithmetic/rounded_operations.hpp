// What a rounded evaluation is made of, as docs/precision-models.md writes it down, over an arithmetic:
// FloatArithmetic, HardwareArithmetic or ScaledArithmetic. Every number that comes out is looked at for its
// exponent.
#pragma once

#include <stdexcept>
#include <vector>

#include "attention/relu_network.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/evaluation_model.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

template <class Arithmetic>
class RoundedOperations {
 public:
  using Value = typename Arithmetic::Value;
  using Row = std::vector<Value>;
  using Matrix = std::vector<Row>;
  // An affine map with its numbers stored.
  struct Map {
    Matrix weight;
    Row bias;
  };
  using Network = std::vector<Map>;

  static constexpr long wide_precision = 256;

  // The arithmetic of one step; `wide`: wide_precision with unbounded exponent. Else std::invalid_argument if
  // the arithmetic does not have the format, and in any case unless the model is plain.
  static Arithmetic step(const EvaluationModel& model, const FloatFormat& format, bool wide) {
    if (model.kind != EvaluationModel::Kind::plain)
      throw std::invalid_argument("the model " + to_string(model) +
                                  " is not evaluated by rounded operations");
    return Arithmetic(wide ? unbounded_format(wide_precision) : format);
  }

  // The numbers met are noted here.
  explicit RoundedOperations(ExponentsMet& exponents) : met_(exponents) {}

  Value met(Value number) {
    if (!Arithmetic::is_zero(number) && Arithmetic::is_finite(number))
      met_.note(Arithmetic::exponent(number));
    return number;
  }

  // Numbers as they are stored.
  Value stored(const Arithmetic& in, const Rational& number) { return met(in.from(number)); }

  Row stored(const Arithmetic& in, const RationalVector& row) {
    Row result;
    for (Eigen::Index c = 0; c < row.size(); ++c) result.push_back(stored(in, row(c)));
    return result;
  }

  Matrix stored(const Arithmetic& in, const RationalMatrix& matrix) {
    Matrix result;
    for (Eigen::Index r = 0; r < matrix.rows(); ++r)
      result.push_back(stored(in, RationalVector(matrix.row(r).transpose())));
    return result;
  }

  Network stored(const Arithmetic& in, const std::vector<AffineMap>& network) {
    Network result;
    for (const AffineMap& map : network) result.push_back({stored(in, map.weight), stored(in, map.bias)});
    return result;
  }

  Value multiply(const Arithmetic& in, const Value& a, const Value& b) { return met(in.multiply(a, b)); }

  // Whether the product of a and b is a zero, told without multiplying.
  static bool product_is_zero(const Value& a, const Value& b) {
    return (Arithmetic::is_zero(a) && Arithmetic::is_finite(b)) ||
           (Arithmetic::is_zero(b) && Arithmetic::is_finite(a));
  }

  // Products, and sums in index order. A zero that is added changes no number; it may change the sign of -0.
  Value dot(const Arithmetic& in, const Row& a, const Row& b) {
    Value sum = multiply(in, a.front(), b.front());
    bool is_met = false;
    for (std::size_t c = 1; c < a.size(); ++c) {
      const bool is_negative_zero = Arithmetic::is_zero(sum) && Arithmetic::is_negative(sum);
      if (is_negative_zero || !product_is_zero(a[c], b[c])) {
        sum = met(in.add(sum, multiply(in, a[c], b[c])));
      } else if (!is_met) {
        met(sum);
      }
      is_met = true;
    }
    return sum;
  }

  Row times(const Arithmetic& in, const Matrix& matrix, const Row& x) {
    Row result;
    result.reserve(matrix.size());
    for (const Row& row : matrix) result.push_back(dot(in, row, x));
    return result;
  }

  // Each row of the weight times x, then the bias; max(0, .) between two maps.
  Row apply(const Arithmetic& in, const Network& network, Row x) {
    for (std::size_t layer = 0; layer < network.size(); ++layer) {
      if (layer > 0) {
        const Value zero = in.from(Rational(0));
        for (Value& entry : x) entry = in.maximum(entry, zero);
      }
      x = times(in, network[layer].weight, x);
      for (std::size_t r = 0; r < x.size(); ++r) x[r] = met(in.add(x[r], network[layer].bias[r]));
    }
    return x;
  }

  // Of two scores; a NaN is above every number. The largest score is the first that none is above.
  static bool above(const Value& a, const Value& b) {
    return !Arithmetic::is_nan(b) && (Arithmetic::is_nan(a) || Arithmetic::less(b, a));
  }

  Value exponential_of_difference(const Arithmetic& in, const Value& score, const Value& largest) {
    return met(in.exponential(met(in.subtract(score, largest))));
  }

 private:
  ExponentsMet& met_;
};

}  // namespace attest
