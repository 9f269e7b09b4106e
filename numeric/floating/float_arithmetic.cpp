#include "numeric/floating/float_arithmetic.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace attest {

FloatValue::FloatValue(const FloatValue& other) {
  mpfr_init2(value_, mpfr_get_prec(other.value_));
  mpfr_set(value_, other.value_, MPFR_RNDN);
}

FloatValue::FloatValue(FloatValue&& other) noexcept : FloatValue(MPFR_PREC_MIN) {
  mpfr_swap(value_, other.value_);
}

FloatValue& FloatValue::operator=(const FloatValue& other) {
  if (this != &other) {
    mpfr_set_prec(value_, mpfr_get_prec(other.value_));
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  return *this;
}

FloatValue& FloatValue::operator=(FloatValue&& other) noexcept {
  mpfr_swap(value_, other.value_);
  return *this;
}

Rational FloatValue::exact() const {
  if (!is_finite()) throw std::domain_error(text() + " is no rational number");
  Rational result;
  mpfr_get_q(result.backend().data(), value_);
  return result;
}

std::string FloatValue::text() const {
  if (is_nan()) return "nan";
  if (is_infinite()) return is_negative() ? "-inf" : "inf";
  if (is_zero()) return is_negative() ? "-0" : "0";
  // The fewest digits that come back as the same number; 1 + ceil(p log10(2)) always do.
  const auto precision = mpfr_get_prec(value_);
  const std::size_t most = mpfr_get_str_ndigits(10, precision);
  FloatValue back(precision);
  for (std::size_t digits = 1;; ++digits) {
    char* written = nullptr;
    if (mpfr_asprintf(&written, "%.*Rg", static_cast<int>(digits), value_) < 0) throw std::bad_alloc();
    std::string result = written;
    mpfr_free_str(written);
    mpfr_set_str(back.value_, result.c_str(), 10, MPFR_RNDN);
    if (mpfr_equal_p(back.value_, value_) != 0 || digits >= most) return result;
  }
}

namespace {

// MPFR's exponent range is a setting of the thread; what was there is put back.
class RangeGuard {
 public:
  RangeGuard(mpfr_exp_t least, mpfr_exp_t greatest) : least_(mpfr_get_emin()), greatest_(mpfr_get_emax()) {
    mpfr_set_emin(least);
    mpfr_set_emax(greatest);
  }
  RangeGuard(const RangeGuard&) = delete;
  RangeGuard& operator=(const RangeGuard&) = delete;
  ~RangeGuard() {
    mpfr_set_emin(least_);
    mpfr_set_emax(greatest_);
  }

 private:
  mpfr_exp_t least_;
  mpfr_exp_t greatest_;
};

FloatValue largest_of(const FloatFormat& format) {
  FloatValue value(format.precision);
  if (format.range) mpfr_set_q(value.mpfr(), format.largest().backend().data(), MPFR_RNDN);
  return value;
}

}  // namespace

WideExponents::WideExponents() : least_(mpfr_get_emin()), greatest_(mpfr_get_emax()) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

WideExponents::~WideExponents() {
  mpfr_set_emin(least_);
  mpfr_set_emax(greatest_);
}

FloatArithmetic::FloatArithmetic(FloatFormat format)
    : format_(std::move(format)), largest_(largest_of(format_)) {}

// MPFR counts exponents of significands in [1/2, 1), one more than ours. The operation itself runs in MPFR's
// own wide range, with p bits; mpfr_check_range and mpfr_subnormalize then round that result, once more and
// with the ternary value of the first rounding, so that the two together are one correct rounding of the
// exact result (this is what the ternary value is for: no double rounding). Subnormal numbers reach down to
// 2^(least + 1 - p), which is MPFR's exponent least + 2 - p.
template <class Operation>
FloatValue FloatArithmetic::rounded(Operation&& operation) const {
  FloatValue result(format_.precision);
  if (!format_.range) {
    const WideExponents guard;
    operation(result.mpfr());
    return result;
  }
  int ternary = operation(result.mpfr());
  {
    const RangeGuard guard(format_.range->least + 2 - format_.precision, format_.range->greatest + 1);
    ternary = mpfr_check_range(result.mpfr(), ternary, MPFR_RNDN);
    mpfr_subnormalize(result.mpfr(), ternary, MPFR_RNDN);
  }
  // Rounding to nearest with a significand of p bits is that of a format which had the number after the
  // largest one; where that is what comes out, the exact result was nearer to it, and it overflows.
  if (!format_.has_infinity && !result.is_nan() && mpfr_cmpabs(result.mpfr(), largest_.mpfr()) > 0)
    mpfr_set_nan(result.mpfr());
  return result;
}

FloatValue FloatArithmetic::from(const Rational& value) const {
  return rounded([&](mpfr_ptr out) { return mpfr_set_q(out, value.backend().data(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::from(const FloatValue& value) const {
  return rounded([&](mpfr_ptr out) { return mpfr_set(out, value.mpfr(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::from_double(double value) const {
  return rounded([&](mpfr_ptr out) { return mpfr_set_d(out, value, MPFR_RNDN); });
}

FloatValue FloatArithmetic::add(const FloatValue& a, const FloatValue& b) const {
  return rounded([&](mpfr_ptr out) { return mpfr_add(out, a.mpfr(), b.mpfr(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::subtract(const FloatValue& a, const FloatValue& b) const {
  return rounded([&](mpfr_ptr out) { return mpfr_sub(out, a.mpfr(), b.mpfr(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::sum(std::span<const double> summands) const {
  std::vector<FloatValue> numbers(summands.size(), FloatValue(std::numeric_limits<double>::digits));
  std::vector<mpfr_ptr> pointers;
  for (std::size_t k = 0; k < summands.size(); ++k) {
    mpfr_set_d(numbers[k].mpfr(), summands[k], MPFR_RNDN);
    pointers.push_back(numbers[k].mpfr());
  }
  return rounded([&](mpfr_ptr out) {
    return mpfr_sum(out, pointers.data(), static_cast<unsigned long>(pointers.size()), MPFR_RNDN);
  });
}

FloatValue FloatArithmetic::multiply(const FloatValue& a, const FloatValue& b) const {
  return rounded([&](mpfr_ptr out) { return mpfr_mul(out, a.mpfr(), b.mpfr(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::divide(const FloatValue& a, const FloatValue& b) const {
  return rounded([&](mpfr_ptr out) { return mpfr_div(out, a.mpfr(), b.mpfr(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::square_root(const FloatValue& a) const {
  return rounded([&](mpfr_ptr out) { return mpfr_sqrt(out, a.mpfr(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::exponential(const FloatValue& a) const {
  return rounded([&](mpfr_ptr out) { return mpfr_exp(out, a.mpfr(), MPFR_RNDN); });
}

FloatValue FloatArithmetic::maximum(const FloatValue& a, const FloatValue& b) const {
  if (a.is_nan() || b.is_nan()) return FloatValue(format_.precision);
  return from(mpfr_less_p(a.mpfr(), b.mpfr()) != 0 ? b : a);
}

}  // namespace attest
