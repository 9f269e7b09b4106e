// Exact numbers as IEEE doubles or floats, and how far off the conversion is at most.
//
//   FloatConversion to(*float_format_from_name("fp32"));
//   to.append(bytes, array);            // little-endian
//   to.largest_error().absolute         // of all numbers so far, exact or rounded up
#pragma once

#include <string>

#include "exchange/array.hpp"
#include "numeric/floating/float_arithmetic.hpp"

namespace attest::exchange {

struct ConversionError {
  Rational absolute = 0;                 // |float - number|, an upper bound where the number is irrational
  Rational relative = 0;                 // the same divided by |number|
  std::string absolute_at, relative_at;  // "head1_W2"; empty where every number is exact
};

class FloatConversion {
 public:
  // fp32 or fp64.
  explicit FloatConversion(const FloatFormat& format);

  const FloatFormat& format() const { return arithmetic_.format(); }
  std::size_t bytes() const { return format().precision == 24 ? 4 : 8; }
  std::string name() const { return bytes() == 4 ? "float32" : "float64"; }

  // The array's bytes: int64, one byte a truth value, the format of the reals. UsageError for a number that the format has
  // no normal number for.
  void append(std::string& bytes, const Array& array);
  const ConversionError& largest_error() const { return largest_; }

 private:
  double nearest(const Rational& number, const std::string& array);
  double nearest(const Surd& number, const std::string& array);
  void note(const Rational& absolute, const Rational& relative, const std::string& array);
  double checked(const FloatValue& value, const std::string& number, const std::string& array) const;

  FloatArithmetic arithmetic_;
  ConversionError largest_;
};

// How many bytes the array takes.
std::uint64_t bytes_of(const Array& array, const FloatConversion& conversion);

}  // namespace attest::exchange
