#include "theorems/precision/bounded_term.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "numeric/integer.hpp"
#include "verification/proof/refusal.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

constexpr long finest_grid = 16;  // of stored numbers; finer ones count as rounded

Laurent power_of_two(long exponent) {
  return Laurent(Rational(Integer(1) << exponent));
}

// k where x = +-2^k.
std::optional<long> shift_of(const std::optional<Rational>& x) {
  if (!x || *x == 0) return std::nullopt;
  const Integer top = abs(numerator_of(*x));
  const Integer bottom = denominator_of(*x);
  if (lsb(top) != msb(top) || lsb(bottom) != msb(bottom)) return std::nullopt;
  return static_cast<long>(lsb(top)) - static_cast<long>(lsb(bottom));
}

}  // namespace

TermArithmetic::TermArithmetic(const proof::Variables& variables, const Laurent& least,
                               const std::optional<Rational>& at_most)
    : variables_(variables), least_(least) {
  const auto inverse = least.inverse();
  if (!inverse) throw std::logic_error("2^p is compared with a sum: " + least.to_string());
  u_ = *inverse;
  one_and_u_ = Laurent(1) + (at_most ? Laurent(*at_most) : u_);
}

Laurent TermArithmetic::magnitude(const Laurent& value) const {
  if (const auto largest = variables_.largest_absolute(value)) return *largest;
  Laurent sum;
  for (const auto& [monomial, coefficient] : value.terms()) {
    Laurent product(Rational(abs(coefficient)));
    for (const auto& [name, exponent] : monomial) {
      const Laurent variable = Laurent::variable(name);
      if (variables_.is_size(name)) {
        if (!variables_.positive(variable))
          throw Refusal("bound", fmt::format("{} is not shown to be positive", name));
        product = product * power(exponent < 0 ? *variable.inverse() : variable, std::abs(exponent));
        continue;
      }
      const auto largest = variables_.largest_absolute(variable);
      if (!largest || exponent < 0)
        throw Refusal("bound", fmt::format("no bound of |{}| is shown", value.to_string()));
      product = product * power(*largest, exponent);
    }
    sum += product;
  }
  return sum;
}

bool TermArithmetic::has_few_bits(const Laurent& magnitude, long grid) const {
  const Laurent room = least_ - power_of_two(grid) * magnitude;
  return variables_.outweighed(room, false) || variables_.nonnegative(room);
}

BoundedTerm TermArithmetic::stored(const Laurent& value) const {
  BoundedTerm result{magnitude(value), {}, true, 0, value.constant()};
  while (result.grid <= finest_grid && !variables_.is_integer(power_of_two(result.grid) * value))
    ++result.grid;
  if (result.grid <= finest_grid && has_few_bits(result.magnitude, result.grid)) return result;
  return {result.magnitude, u_ * result.magnitude, false, 0, std::nullopt};
}

BoundedTerm TermArithmetic::rounded(Laurent magnitude, const BoundedTerm& a, const BoundedTerm& b,
                                    const Laurent& carried, long grid) const {
  if (a.exact && b.exact && has_few_bits(magnitude, grid)) return {std::move(magnitude), {}, true, grid, {}};
  Laurent error = carried * one_and_u_ + u_ * magnitude;
  return {std::move(magnitude), std::move(error), false, 0, {}};
}

BoundedTerm TermArithmetic::sum(const BoundedTerm& a, const BoundedTerm& b) const {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return rounded(a.magnitude + b.magnitude, a, b, a.error + b.error, std::max(a.grid, b.grid));
}

BoundedTerm TermArithmetic::sum_in_any_order(const std::vector<BoundedTerm>& terms) const {
  BoundedTerm sum = stored(0);
  Laurent factor(1);  // (1 + U)^(K-1)
  long roundings = 0;
  bool exact = true;
  for (const BoundedTerm& term : terms) {
    if (term.is_zero()) continue;
    if (sum.is_zero()) {
      sum = term;
      exact = term.exact;
      continue;
    }
    factor = factor * one_and_u_;
    ++roundings;
    exact = exact && term.exact;
    sum = {sum.magnitude + term.magnitude, sum.error + term.error, false, std::max(sum.grid, term.grid), {}};
  }
  if (roundings == 0) return sum;  // one number, or none
  if (exact && has_few_bits(sum.magnitude, sum.grid)) return {sum.magnitude, {}, true, sum.grid, {}};
  return {sum.magnitude, sum.error * factor + u_ * Laurent(roundings) * sum.magnitude * factor, false, 0, {}};
}

BoundedTerm TermArithmetic::product(const BoundedTerm& a, const BoundedTerm& b) const {
  if (a.is_zero()) return a;
  if (b.is_zero()) return b;
  for (const auto& [shift, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const auto k = shift_of(shift->number);
    if (!k) continue;
    BoundedTerm result = *other;
    result.magnitude = shift->magnitude * other->magnitude;
    result.error = shift->magnitude * other->error;
    result.grid = other->exact ? other->grid - *k : 0;
    if (result.number) result.number = Rational(*result.number * *shift->number);
    // A grid that is coarser than the integers is not kept: what is a multiple of 2 is one of 1.
    result.grid = std::max(result.grid, 0L);
    return result;
  }
  return rounded(a.magnitude * b.magnitude, a, b,
                 a.magnitude * b.error + b.magnitude * a.error + a.error * b.error, a.grid + b.grid);
}

}  // namespace attest::theorems
