#include "numeric/checked.hpp"

#include <flint/fmpz.h>

#include <limits>
#include <stdexcept>

namespace attest {

std::optional<long> fits_long(const Integer& value) {
  if (mpz_fits_slong_p(value.backend().data()) == 0) return std::nullopt;
  return mpz_get_si(value.backend().data());
}

std::optional<long> fits_long(const Rational& value) {
  if (denominator_of(value) != 1) return std::nullopt;
  return fits_long(numerator_of(value));
}

long to_long(const Integer& value) {
  if (const auto fits = fits_long(value)) return *fits;
  throw std::overflow_error("an integer beyond 64 bits where a machine integer is needed");
}

std::size_t to_size(const Integer& value) {
  static_assert(sizeof(std::size_t) == sizeof(unsigned long));
  if (mpz_fits_ulong_p(value.backend().data()) != 0) return mpz_get_ui(value.backend().data());
  throw std::overflow_error("an integer that is no size");
}

std::optional<double> fits_double(const Integer& value) {
  const double result = mpz_get_d(value.backend().data());  // rounds towards zero
  if (mpz_cmp_d(value.backend().data(), result) != 0) return std::nullopt;
  return result;
}

double approximate(const Integer& value) {
  return value.convert_to<double>();
}

double approximate(const Rational& value) {
  return value.convert_to<double>();
}

Integer floor_of(const Rational& value) {
  const Integer p = numerator_of(value);
  const Integer q = denominator_of(value);
  Integer result;
  mpz_fdiv_q(result.backend().data(), p.backend().data(), q.backend().data());
  return result;
}

Integer nearest_integer_to_middle(const Interval& value) {
  if (!value.is_finite()) throw std::domain_error("the nearest integer of an unbounded interval");
  fmpz_t nearest;
  fmpz_init(nearest);
  arf_get_fmpz(nearest, arb_midref(value.ball()), ARF_RND_NEAR);
  Integer result;
  fmpz_get_mpz(result.backend().data(), nearest);
  fmpz_clear(nearest);
  return result;
}

}  // namespace attest
