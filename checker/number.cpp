#include "checker/number.hpp"

namespace attest_check {

template <class Exact, class Enclosed>
Number Number::combined(const Number& a, const Number& b, Exact exact, Enclosed enclosed) {
  if (a.is_exact() && b.is_exact()) return Number(mpq_class(exact(a.exact_, b.exact_)));
  const mpfr_prec_t precision = a.enclosed_ ? a.enclosed_->precision() : b.enclosed_->precision();
  return Number(enclosed(a.enclosure(precision), b.enclosure(precision)));
}

Number Number::operator-() const {
  return enclosed_ ? Number(-*enclosed_) : Number(mpq_class(-exact_));
}

Number operator+(const Number& a, const Number& b) {
  return Number::combined(
      a, b, [](const auto& x, const auto& y) { return mpq_class(x + y); },
      [](const auto& x, const auto& y) { return x + y; });
}

Number operator*(const Number& a, const Number& b) {
  for (const Number* factor : {&a, &b}) {
    if (factor->is_exact() && factor->exact_ == 0) return Number(mpq_class(0));
  }
  return Number::combined(
      a, b, [](const auto& x, const auto& y) { return mpq_class(x * y); },
      [](const auto& x, const auto& y) { return x * y; });
}

Number larger(const Number& a, const Number& b) {
  return Number::combined(
      a, b, [](const auto& x, const auto& y) { return x < y ? y : x; },
      [](const auto& x, const auto& y) { return larger(x, y); });
}

}  // namespace attest_check
