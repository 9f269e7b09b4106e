// A number that is known exactly, or enclosed. What exact numbers alone make is exact.
#pragma once

#include <optional>

#include "checker/enclosure.hpp"

namespace attest_check {

class Number {
 public:
  explicit Number(mpq_class value) : exact_(std::move(value)) {}
  explicit Number(Enclosure value) : enclosed_(std::move(value)) {}

  bool is_exact() const { return !enclosed_.has_value(); }
  const mpq_class& exact() const { return exact_; }  // where it is
  Enclosure enclosure(mpfr_prec_t precision) const {
    return enclosed_ ? *enclosed_ : Enclosure(exact_, precision);
  }

  Number operator-() const;
  friend Number operator+(const Number& a, const Number& b);
  friend Number operator*(const Number& a, const Number& b);
  friend Number larger(const Number& a, const Number& b);

  // Whether this is so; false where it is not so or is open.
  bool is_below(const mpq_class& value) const {
    return is_exact() ? exact_ < value : finite() && high_to(value) < 0;
  }
  bool is_at_most(const mpq_class& value) const {
    return is_exact() ? exact_ <= value : finite() && high_to(value) <= 0;
  }
  bool is_above(const mpq_class& value) const {
    return is_exact() ? exact_ > value : finite() && low_to(value) > 0;
  }
  bool is_at_least(const mpq_class& value) const {
    return is_exact() ? exact_ >= value : finite() && low_to(value) >= 0;
  }

 private:
  bool finite() const { return enclosed_->finite(); }
  int low_to(const mpq_class& value) const { return mpfr_cmp_q(enclosed_->low().get(), value.get_mpq_t()); }
  int high_to(const mpq_class& value) const { return mpfr_cmp_q(enclosed_->high().get(), value.get_mpq_t()); }
  template <class Exact, class Enclosed>
  static Number combined(const Number& a, const Number& b, Exact exact, Enclosed enclosed);

  mpq_class exact_;
  std::optional<Enclosure> enclosed_;
};

}  // namespace attest_check
