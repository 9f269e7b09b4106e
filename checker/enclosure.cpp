#include "checker/enclosure.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

Enclosure::Enclosure(const mpq_class& value, mpfr_prec_t precision) : Enclosure(precision) {
  mpfr_set_q(low_.get(), value.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(high_.get(), value.get_mpq_t(), MPFR_RNDU);
}

Enclosure Enclosure::operator-() const {
  Enclosure result(precision());
  mpfr_neg(result.low_.get(), high_.get(), MPFR_RNDD);
  mpfr_neg(result.high_.get(), low_.get(), MPFR_RNDU);
  return result;
}

Enclosure operator+(const Enclosure& a, const Enclosure& b) {
  Enclosure result(std::max(a.precision(), b.precision()));
  mpfr_add(result.low_.get(), a.low_.get(), b.low_.get(), MPFR_RNDD);
  mpfr_add(result.high_.get(), a.high_.get(), b.high_.get(), MPFR_RNDU);
  return result;
}

// A product, as a function of one factor, is least and largest at ends of the other: of the four products of ends.
Enclosure operator*(const Enclosure& a, const Enclosure& b) {
  Enclosure result(std::max(a.precision(), b.precision()));
  Bound product(result.precision());
  bool first = true;
  for (const Bound* x : {&a.low_, &a.high_}) {
    for (const Bound* y : {&b.low_, &b.high_}) {
      mpfr_mul(product.get(), x->get(), y->get(), MPFR_RNDD);
      if (mpfr_nan_p(product.get()) != 0) throw Undecided("a product of zero and infinity");
      if (first || mpfr_less_p(product.get(), result.low_.get()) != 0)
        mpfr_set(result.low_.get(), product.get(), MPFR_RNDD);
      mpfr_mul(product.get(), x->get(), y->get(), MPFR_RNDU);
      if (first || mpfr_greater_p(product.get(), result.high_.get()) != 0)
        mpfr_set(result.high_.get(), product.get(), MPFR_RNDU);
      first = false;
    }
  }
  return result;
}

Enclosure operator/(const Enclosure& a, const Enclosure& b) {
  if (!b.finite() || (mpfr_sgn(b.low_.get()) <= 0 && mpfr_sgn(b.high_.get()) >= 0))
    throw Undecided("a divisor that may be zero");
  Enclosure inverse(b.precision());
  mpfr_ui_div(inverse.low_.get(), 1, b.high_.get(), MPFR_RNDD);
  mpfr_ui_div(inverse.high_.get(), 1, b.low_.get(), MPFR_RNDU);
  return a * inverse;
}

Enclosure larger(const Enclosure& a, const Enclosure& b) {
  Enclosure result(std::max(a.precision(), b.precision()));
  mpfr_max(result.low_.get(), a.low_.get(), b.low_.get(), MPFR_RNDD);
  mpfr_max(result.high_.get(), a.high_.get(), b.high_.get(), MPFR_RNDU);
  return result;
}

Enclosure Enclosure::increasing(const Enclosure& a, Function f) {
  Enclosure result(a.precision());
  f(result.low_.get(), a.low_.get(), MPFR_RNDD);
  f(result.high_.get(), a.high_.get(), MPFR_RNDU);
  return result;
}

}  // namespace attest_check
