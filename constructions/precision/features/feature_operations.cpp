#include "constructions/precision/features/feature_operations.hpp"

#include <stdexcept>

namespace attest {

namespace {

FloatArithmetic products_of(EvaluationModel model, const FloatFormat& format, bool wide) {
  if (model == EvaluationModel::stored)
    throw std::invalid_argument("the model stored is not evaluated with rounding");
  return FloatArithmetic(wide ? unbounded_format(FeatureOperations::wide_precision) : format);
}

FloatArithmetic sums_of(EvaluationModel model, const FloatFormat& format, bool wide) {
  if (!wide && model == EvaluationModel::mixed) return FloatArithmetic(*float_format_from_name("fp32"));
  return products_of(model, format, wide);
}

}  // namespace

FeatureOperations::FeatureOperations(EvaluationModel model, const FloatFormat& format, bool wide,
                                     ExponentsMet& met)
    : product_(products_of(model, format, wide)), sum_(sums_of(model, format, wide)), met_(&met) {}

FloatValue FeatureOperations::met(FloatValue number) const {
  if (number.is_finite() && !number.is_zero()) met_->note(mpfr_get_exp(number.mpfr()) - 1);
  return number;
}

FloatValue FeatureOperations::factor(const FloatValue& number) const {
  return mpfr_get_prec(number.mpfr()) == wide_precision ? number : product_.from(number);
}

FloatValue FeatureOperations::stored(const Rational& number) const {
  return met(product_.from(number));
}

RoundedRow FeatureOperations::stored(const RationalVector& row) const {
  RoundedRow result;
  for (Eigen::Index c = 0; c < row.size(); ++c) result.push_back(stored(row(c)));
  return result;
}

RoundedNetwork FeatureOperations::stored(const ReluNetwork& network) const {
  RoundedNetwork result;
  for (const AffineMap& map : network.layers()) {
    result.weight.emplace_back();
    for (Eigen::Index r = 0; r < map.weight.rows(); ++r)
      result.weight.back().push_back(stored(RationalVector(map.weight.row(r).transpose())));
    result.bias.push_back(stored(map.bias));
  }
  return result;
}

FloatValue FeatureOperations::multiply(const FloatValue& a, const FloatValue& b) const {
  return met(product_.multiply(factor(a), factor(b)));
}

FloatValue FeatureOperations::add(const FloatValue& a, const FloatValue& b) const {
  return met(sum_.add(a, b));
}

FloatValue FeatureOperations::divide(const FloatValue& a, const FloatValue& b) const {
  return met(sum_.divide(a, b));
}

FloatValue FeatureOperations::exponential_of_difference(const FloatValue& a,
                                                        const FloatValue& largest) const {
  return met(sum_.exponential(met(sum_.subtract(a, largest))));
}

FloatValue FeatureOperations::sum(const RoundedRow& terms) const {
  FloatValue result = sum_.from(terms.front());
  for (std::size_t c = 1; c < terms.size(); ++c) result = add(result, terms[c]);
  return result;
}

FloatValue FeatureOperations::dot(const RoundedRow& a, const RoundedRow& b) const {
  RoundedRow products;
  products.reserve(a.size());
  for (std::size_t c = 0; c < a.size(); ++c) products.push_back(multiply(a[c], b[c]));
  return sum(products);
}

RoundedRow FeatureOperations::apply(const RoundedNetwork& network, RoundedRow x) const {
  const FloatValue zero = sum_.from(Rational(0));
  for (std::size_t layer = 0; layer < network.weight.size(); ++layer) {
    if (layer > 0) {
      for (FloatValue& entry : x) entry = sum_.maximum(entry, zero);
    }
    RoundedRow next;
    for (std::size_t r = 0; r < network.weight[layer].size(); ++r)
      next.push_back(add(dot(network.weight[layer][r], x), network.bias[layer][r]));
    x = std::move(next);
  }
  return x;
}

std::size_t largest_at(std::span<const FloatValue* const> numbers) {
  std::size_t best = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (numbers[k]->is_nan()) return k;
    if (mpfr_greater_p(numbers[k]->mpfr(), numbers[best]->mpfr()) != 0) best = k;
  }
  return best;
}

}  // namespace attest
