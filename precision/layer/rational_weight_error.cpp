#include "precision/layer/rational_weight_error.hpp"

#include <optional>

namespace attest {

namespace {

// Nothing where a divisor may be computed as zero.
struct ByBounds {
  using Number = std::optional<BoundedNumber>;

  const BoundedArithmetic& arithmetic;

  Number one() const { return arithmetic.stored(1); }
  Number square(const Number& x) const {
    if (!x) return x;
    const Rational least = absolute(*x).low;
    return within(arithmetic.product(*x, *x), least * least, x->magnitude() * x->magnitude());
  }
  Number sum(const Number& x, const Number& y) const {
    return x && y ? Number(arithmetic.sum(*x, *y)) : std::nullopt;
  }
  Number quotient(const Number& x, const Number& y) const {
    return x && y ? arithmetic.quotient(*x, *y) : std::nullopt;
  }
};

std::optional<Interval> own_bound(attention::Kernel kernel, const BoundedArithmetic& arithmetic,
                                  const BoundedNumber& z) {
  if (kernel == attention::Kernel::expressive) return expressive_error(arithmetic, z);
  return std::nullopt;
}

}  // namespace

Interval expressive_error(const BoundedArithmetic& arithmetic, const BoundedNumber& z) {
  const Rational most = z.magnitude() * z.magnitude();
  const Interval& one = arithmetic.one();
  const Interval& u = arithmetic.u();
  const Interval kappa = (one + u) * (one + u) / (one - u) - one;
  return kappa * arithmetic.number(most / (1 + most)) +
         arithmetic.number(Rational(2, 3)) * z.error * (one + kappa);
}

BoundedNumber rational_weight_value(attention::Kernel kernel, const BoundedArithmetic& arithmetic,
                                    const BoundedNumber& z) {
  // It grows with |z|.
  const Rational least = attention::rational_weight(kernel, absolute(z).low);
  const Rational most = attention::rational_weight(kernel, z.magnitude());
  const auto closed = own_bound(kernel, arithmetic, z);
  const auto computed = attention::rational_weight(kernel, std::optional(z), ByBounds{arithmetic});
  if (!computed) return {least, most, closed ? *closed : arithmetic.one() / arithmetic.number(0), false, 0};
  BoundedNumber result = within(*computed, least, most);
  if (closed) result.error = min(result.error, *closed);
  return result;
}

}  // namespace attest
