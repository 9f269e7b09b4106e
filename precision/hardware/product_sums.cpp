#include "precision/hardware/product_sums.hpp"

#include <algorithm>
#include <cmath>

namespace attest {

namespace {

constexpr int least_of_fp32 = -126;
constexpr int beyond_fp32 = 128;  // exponent
constexpr int bits_of_fp32 = 23;  // behind the leading one

FloatFormat fp32() {
  return *float_format_from_name("fp32");
}

// The exponent of the leading bit, of a finite number that is not zero.
int leading_exponent(double x, int least) {
  return std::max(binary_exponent(x), least);
}

// Towards zero, to a multiple of 2^unit; in units. Exact: x 2^-unit is a double (products of fp32 numbers are
// multiples of 2^-298 below 2^256, and so is what is added to them).
double units(double x, int unit) {
  return std::trunc(std::ldexp(x, -unit));
}

// The sum of the doubles if every step of adding them up is exact; Knuth's six operations find the error of a
// step. Nothing here comes near the largest double.
std::optional<double> exact_sum(std::span<const double> summands) {
  double sum = 0;
  for (const double summand : summands) {
    const double next = sum + summand;
    const double part = next - sum;
    if ((sum - (next - part)) + (summand - part) != 0) return std::nullopt;
    sum = next;
  }
  return sum;
}

}  // namespace

ProductSums::ProductSums(const EvaluationModel& model, const FloatFormat& format)
    : fp32_(fp32()),
      reference_(fp32()),
      block_(static_cast<std::size_t>(model.block)),
      descending_(model.descending),
      least_(static_cast<int>(format.range.value().least)) {
  if (model.cut) cut_ = static_cast<int>(*model.cut);
}

double ProductSums::of(std::span<const double> a, std::span<const double> b, double start) const {
  double c = start;
  const std::size_t count = a.size();
  for (std::size_t done = 0; done < count; done += block_) {
    const std::size_t size = std::min(block_, count - done);
    const std::size_t at = descending_ ? count - done - size : done;
    c = cut_ ? cut(a.subspan(at, size), b.subspan(at, size), c)
             : nearest(a.subspan(at, size), b.subspan(at, size), c);
  }
  return c;
}

// Products are exact in double: 48 bits, exponents from 2 (-149) to 2 127 + 1. One of them is added to c by a
// sum that is rounded once whatever its operands are (hardware_arithmetic.hpp); more are added exactly, by
// doubles or by MPFR, and rounded then.
double ProductSums::nearest(std::span<const double> a, std::span<const double> b, double c) const {
  if (a.size() == 1) return fp32_.add(c, a[0] * b[0]);
  std::vector<double> summands{c};
  for (std::size_t k = 0; k < a.size(); ++k) summands.push_back(a[k] * b[k]);
  const bool finite =
      std::all_of(summands.begin(), summands.end(), [](double x) { return std::isfinite(x); });
  if (finite) {
    if (const auto sum = exact_sum(summands)) return fp32_.from(*sum);
  }
  return reference_.sum(summands).to_double();
}

// At most 256 products and c of at most 2^(F+2) <= 2^42 units each: their sum is below 2^53, and exact.
double ProductSums::cut(std::span<const double> a, std::span<const double> b, double c) const {
  std::optional<int> largest;
  const auto look_at = [&](int exponent) { largest = std::max(largest.value_or(exponent), exponent); };
  double plain = c;
  if (c != 0 && std::isfinite(c)) look_at(leading_exponent(c, least_of_fp32));
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double product = a[k] * b[k];
    plain += product;
    if (product != 0 && std::isfinite(product))
      look_at(leading_exponent(a[k], least_) + leading_exponent(b[k], least_));
  }
  if (!std::isfinite(plain) || !largest) return plain;  // of a product or c; or all are zero
  const int unit = *largest - *cut_;
  double sum = units(c, unit);
  for (std::size_t k = 0; k < a.size(); ++k) sum += units(a[k] * b[k], unit);
  if (sum == 0) return 0;
  const int exponent = std::max(binary_exponent(sum) + unit, least_of_fp32);
  if (exponent >= beyond_fp32) return std::copysign(std::numeric_limits<double>::infinity(), sum);
  const int last = exponent - std::min(*cut_, bits_of_fp32);
  return std::ldexp(std::trunc(std::ldexp(sum, unit - last)), last);
}

}  // namespace attest
