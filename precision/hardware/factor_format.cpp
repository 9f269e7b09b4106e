#include "precision/hardware/factor_format.hpp"

#include <algorithm>
#include <cmath>

namespace attest {

std::vector<double> FactorRow::unscaled() const {
  std::vector<double> result;
  result.reserve(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) result.push_back(number(k));
  return result;
}

double largest_of(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double number : numbers) {
    if (std::abs(number) > largest) largest = std::abs(number);
  }
  return largest;
}

FactorFormat::FactorFormat(const EvaluationModel& model, const FloatFormat& format)
    : arithmetic_(format),
      scaling_(model.scaling),
      saturates_(model.saturates || is_scaled()),
      largest_(arithmetic_.from(format.largest())) {}

double FactorFormat::saturated(double rounded, double from) const {
  if (!saturates_ || std::isfinite(rounded) || std::isnan(from)) return rounded;
  return std::copysign(largest_, from);
}

// What is cast is an fp32 number, which 2^s brings near the format's largest: nothing leaves double's range.
int FactorFormat::shift_for(double largest) const {
  if (!is_scaled() || largest < 0x1p-1000 || !std::isfinite(largest)) return 0;
  const int shift = binary_exponent(largest_) - binary_exponent(largest);
  return std::ldexp(largest, shift) > largest_ ? shift - 1 : shift;
}

FactorRow FactorFormat::cast(const std::vector<double>& numbers, std::optional<double> largest) const {
  FactorRow row;
  row.shift = is_scaled() ? shift_for(largest ? *largest : largest_of(numbers)) : 0;
  row.numbers.reserve(numbers.size());
  for (const double number : numbers) {
    const double scaled = row.shift == 0 ? number : std::ldexp(number, row.shift);
    row.numbers.push_back(saturated(arithmetic_.from(scaled), scaled));
  }
  return row;
}

// The largest number times 2^s is compared exactly; rounded up to a double it may give an s that is one too
// small.
FactorRow FactorFormat::stored(const std::vector<Rational>& numbers,
                               const std::optional<Rational>& largest) const {
  FactorRow row;
  const auto times = [](const Rational& number, int shift) {
    const Integer power = Integer(1) << static_cast<unsigned long>(std::abs(shift));
    return shift >= 0 ? Rational(number * power) : Rational(number / power);
  };
  if (is_scaled()) {
    Rational most = largest.value_or(0);
    if (!largest) {
      for (const Rational& number : numbers) most = std::max(most, Rational(abs(number)));
    }
    FloatValue above(std::numeric_limits<double>::digits);
    mpfr_set_q(above.mpfr(), most.backend().data(), MPFR_RNDU);
    row.shift = shift_for(above.to_double());
    if (row.shift != 0 && times(most, row.shift + 1) <= Rational(largest_)) ++row.shift;
  }
  for (const Rational& number : numbers) {
    const double sign = number < 0 ? -1.0 : 1.0;
    row.numbers.push_back(saturated(arithmetic_.from(times(number, row.shift)), sign));
  }
  return row;
}

}  // namespace attest
