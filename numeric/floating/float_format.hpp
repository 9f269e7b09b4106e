// Binary floating-point formats: significand width, exponent range, what overflow gives.
//
//   fp8-e4m3, fp8-e5m2    OCP 8-bit floating point (OFP8); e4m3 has no infinity, overflow gives NaN
//   fp16, fp32, fp64      IEEE 754 binary16, binary32, binary64
//   bfloat16, tf32        8 exponent bits with 8 and 11 significand bits
//   p<bits>               that many significand bits and an unbounded exponent
//
// All of them round to nearest, ties to even, and have subnormal numbers (those with a range).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

struct ExponentRange {
  long least = 0;     // 2^least is the smallest normal number
  long greatest = 0;  // numbers below 2^(greatest + 1) are in range, as far as the format has them
  friend bool operator==(const ExponentRange&, const ExponentRange&) = default;
};

struct FloatFormat {
  std::string name;
  long precision = 53;                 // significand bits, the leading one included: at least 1
  std::optional<ExponentRange> range;  // absent: unbounded
  bool has_infinity = true;            // else overflow gives NaN, and so does the largest significand at the
                                       // greatest exponent

  // Of a format with a range: the largest finite, the smallest normal and the smallest positive number.
  // std::logic_error without one.
  Rational largest() const;
  Rational smallest_normal() const;
  Rational smallest_positive() const;

  friend bool operator==(const FloatFormat&, const FloatFormat&) = default;
};

// Those with a name of their own, narrowest first.
const std::vector<FloatFormat>& named_float_formats();

// Significand widths that p<bits> may have.
inline constexpr long least_float_precision = 2;
inline constexpr long greatest_float_precision = 4096;

// A named format, "e4m3", "e5m2" or "bf16" for short, or "p12"; nullopt for anything else.
std::optional<FloatFormat> float_format_from_name(std::string_view name);

// "p12"
FloatFormat unbounded_format(long precision);

}  // namespace attest
