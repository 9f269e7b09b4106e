#include "numeric/decimal.hpp"

#include <fmt/format.h>
#include <mpfr.h>

#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr int significant_digits = 17;

std::string format_mpfr(mpfr_srcptr value, mpfr_rnd_t rounding) {
  if (mpfr_zero_p(value) != 0) return "0.0000000000000000e+00";
  mpfr_exp_t exponent = 0;
  char* digits = mpfr_get_str(nullptr, &exponent, 10, significant_digits, value, rounding);
  std::string text(digits);
  mpfr_free_str(digits);
  std::string sign;
  if (text.front() == '-') {
    sign = "-";
    text.erase(0, 1);
  }
  const long e = static_cast<long>(exponent) - 1;
  return fmt::format("{}{}.{}e{}{:02}", sign, text.substr(0, 1), text.substr(1), e < 0 ? '-' : '+',
                     e < 0 ? -e : e);
}

enum class End { lower, upper };

std::string format_end(const Interval& value, End end) {
  if (!value.is_finite()) throw std::domain_error("decimal: the interval is not finite");
  mpfr_t lower;
  mpfr_t upper;
  // Wide enough that the ends of the ball are not moved by more than the outward rounding of Arb.
  mpfr_init2(lower, value.precision() + 64);
  mpfr_init2(upper, value.precision() + 64);
  arb_get_interval_mpfr(lower, upper, value.ball());
  const std::string text = end == End::lower ? format_mpfr(lower, MPFR_RNDD) : format_mpfr(upper, MPFR_RNDU);
  mpfr_clear(lower);
  mpfr_clear(upper);
  return text;
}

}  // namespace

DecimalEnclosure decimal_enclosure(const Interval& value) {
  return {decimal_rounded_down(value), decimal_rounded_up(value)};
}

std::string decimal_rounded_down(const Interval& value) {
  return format_end(value, End::lower);
}
std::string decimal_rounded_up(const Interval& value) {
  return format_end(value, End::upper);
}

std::string nonnegative_rounded_down(const Interval& value) {
  std::string text = decimal_rounded_down(value);
  return text.front() == '-' ? decimal_rounded_down(Interval(0L, initial_precision)) : text;
}

std::optional<Rational> rational_from_decimal(std::string_view text) {
  const std::size_t e = text.find('e');
  std::string digits(text.substr(0, e));
  long exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view rest = text.substr(e + 1);
    if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
    const auto value = integer_from_string(rest);
    if (!value || *value > 100000 || *value < -100000) return std::nullopt;
    exponent = to_long(*value);
  }
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const auto significand = integer_from_string(digits);
  if (!significand) return std::nullopt;
  const Integer scale = power(Integer(10), static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
  return exponent < 0 ? Rational(*significand) / Rational(scale) : Rational(*significand * scale);
}

}  // namespace attest
