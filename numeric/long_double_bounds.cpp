#include "numeric/long_double_bounds.hpp"

#include <flint/fmpz.h>

#include <cmath>
#include <stdexcept>

namespace attest {

namespace {

using Limits = std::numeric_limits<long double>;

constexpr long double infinity = Limits::infinity();

// m * 2^e, m of at most 64 bits; `up`: the direction in which what is out of range goes.
long double rounded(const arf_t bound, bool up) {
  if (arf_is_zero(bound) != 0) return 0;
  if (arf_is_finite(bound) == 0) {
    if (arf_is_pos_inf(bound) != 0) return up ? infinity : Limits::max();
    if (arf_is_neg_inf(bound) != 0) return up ? -Limits::max() : -infinity;
    return up ? infinity : -infinity;
  }
  const bool negative = arf_sgn(bound) < 0;
  fmpz_t mantissa;
  fmpz_t exponent;
  fmpz_init(mantissa);
  fmpz_init(exponent);
  arf_get_fmpz_2exp(mantissa, exponent, bound);
  fmpz_abs(mantissa, mantissa);
  const unsigned long m = fmpz_get_ui(mantissa);
  const bool fits = fmpz_bits(mantissa) <= 64;
  const bool small = fmpz_cmp_si(exponent, -16000) < 0;
  const bool large = fmpz_cmp_si(exponent, 16000) > 0;
  const long e = small || large ? 0 : fmpz_get_si(exponent);
  fmpz_clear(mantissa);
  fmpz_clear(exponent);
  if (!fits) throw std::logic_error("a bound of 64 bits has more");
  const bool away = negative != up;  // from zero
  long double size = 0;
  if (small) {
    size = away ? std::ldexp(1.0L, -15900) : 0;
  } else if (large) {
    size = away ? infinity : Limits::max();
  } else {
    size = std::ldexp(static_cast<long double>(m), static_cast<int>(e));
  }
  return negative ? -size : size;
}

}  // namespace

long double lower_long_double(const Interval& value) {
  arf_t bound;
  arf_init(bound);
  arb_get_lbound_arf(bound, value.ball(), 64);
  const long double result = rounded(bound, false);
  arf_clear(bound);
  return result;
}

long double upper_long_double(const Interval& value) {
  arf_t bound;
  arf_init(bound);
  arb_get_ubound_arf(bound, value.ball(), 64);
  const long double result = rounded(bound, true);
  arf_clear(bound);
  return result;
}

Interval interval_from_long_double(long double value, Precision precision) {
  if (!std::isfinite(value)) throw std::domain_error("a long double that is not finite has no interval");
  int exponent = 0;
  const long double part = std::frexp(std::abs(value), &exponent);
  const long double whole = std::ldexp(part, 64);
  const auto mantissa = static_cast<unsigned long>(whole);
  if (static_cast<long double>(mantissa) != whole)
    throw std::domain_error("a long double of more than 64 bits");
  Interval result(0L, std::max(precision, Precision{64}));
  arb_set_ui(result.ball(), mantissa);
  arb_mul_2exp_si(result.ball(), result.ball(), exponent - 64L);
  return value < 0 ? -result : result;
}

}  // namespace attest
