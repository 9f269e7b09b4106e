#include "precision/layer/hardware_operations.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest {

namespace {

constexpr std::size_t most_exponentials = 100000;  // remembered at a time

const EvaluationModel& offered(const EvaluationModel& model, const FloatFormat& format) {
  if (!model.is_hardware() || !model.offers(format))
    throw std::invalid_argument(to_string(model) + " has no " + format.name);
  return model;
}

}  // namespace

HardwareOperations::HardwareOperations(const EvaluationModel& model, const FloatFormat& format)
    : model_(offered(model, format).on(format)),
      factors_(model_, model_.format_of(format)),
      sums_(model_, model_.format_of(format)),
      fp32_(*float_format_from_name("fp32")) {}

double HardwareOperations::met(double number) {
  if (number != 0 && std::isfinite(number)) exponents_.note(HardwareArithmetic::exponent(number));
  return number;
}

FactorMatrix HardwareOperations::stored(const RationalMatrix& matrix) {
  std::optional<Rational> largest;
  if (factors_.is_scaled_by_tensor()) {
    largest = 0;
    for (Eigen::Index k = 0; k < matrix.size(); ++k)
      largest = std::max(*largest, Rational(abs(matrix.data()[k])));
  }
  FactorMatrix result;
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    std::vector<Rational> row;
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) row.push_back(matrix(r, c));
    result.push_back(factors_.stored(row, largest));
    for (const double number : result.back().numbers) met(number);
  }
  return result;
}

FactorRow HardwareOperations::cast(const std::vector<double>& row, std::optional<double> largest) {
  FactorRow result = factors_.cast(row, largest);
  for (const double number : result.numbers) met(number);
  return result;
}

double HardwareOperations::dot(const FactorRow& a, const FactorRow& b) {
  return met(unscaled(sums_.of(a.numbers, b.numbers), a.shift + b.shift));
}

std::vector<double> HardwareOperations::times(const FactorMatrix& matrix, const FactorRow& x) {
  std::vector<double> result;
  result.reserve(matrix.size());
  for (const FactorRow& row : matrix) result.push_back(dot(row, x));
  return result;
}

double HardwareOperations::exponential(double x) {
  if (std::isnan(x)) return x;
  if (exponentials_.size() > most_exponentials) exponentials_.clear();
  const auto [at, is_new] = exponentials_.try_emplace(x, 0.0);
  if (is_new) at->second = fp32_.exponential(x);
  return met(at->second);
}

}  // namespace attest
