// FLINT's integers: one of up to 62 bits stands in one machine word, without memory of its own; it grows as far as it has to.
// What is done with them is FLINT's: fmpz_add(a.get(), b.get(), c.get()).
#pragma once

#include <flint/fmpz.h>

#include <utility>

#include "numeric/integer.hpp"

namespace attest {

class FlintInteger {
 public:
  FlintInteger() { fmpz_init(z_); }
  explicit FlintInteger(long value) { fmpz_init_set_si(z_, value); }
  explicit FlintInteger(const Integer& value) {
    fmpz_init(z_);
    fmpz_set_mpz(z_, value.backend().data());
  }
  FlintInteger(const FlintInteger& other) { fmpz_init_set(z_, other.z_); }
  FlintInteger(FlintInteger&& other) noexcept {
    fmpz_init(z_);
    fmpz_swap(z_, other.z_);
  }
  FlintInteger& operator=(FlintInteger other) noexcept {
    fmpz_swap(z_, other.z_);
    return *this;
  }
  ~FlintInteger() { fmpz_clear(z_); }

  fmpz* get() { return z_; }
  const fmpz* get() const { return z_; }
  bool is_zero() const { return fmpz_is_zero(z_) != 0; }
  bool is_one() const { return fmpz_is_one(z_) != 0; }
  Integer value() const {
    Integer result;
    fmpz_get_mpz(result.backend().data(), z_);
    return result;
  }

  friend bool operator==(const FlintInteger& a, const FlintInteger& b) { return fmpz_equal(a.z_, b.z_) != 0; }

 private:
  fmpz_t z_;
};

}  // namespace attest
