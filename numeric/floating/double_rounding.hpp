// Steps from which a correct rounding to fewer bits is built out of double operations.
//
// What is required of the machine, here and in the arithmetics that use this: a double is IEEE 754 binary64,
// no operation is evaluated in a wider type, no product is contracted with a sum (-ffp-contract=off; GCC
// contracts otherwise), no -ffast-math; rounding to nearest, subnormal numbers on. The first two are
// asserted, the rest is what hardware_is_exact() tries out at run time.
#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

#ifdef __FAST_MATH__
#error "rounding by double operations needs IEEE 754 semantics: no -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "operations of double must be rounded to double");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<float>::digits == 24);

namespace attest {

// Significand widths up to which a double's quotient may be rounded a second time (hardware_arithmetic.hpp).
inline constexpr long greatest_native_precision = 24;

// Whether double and float operations of this thread, as this code was compiled, are correctly rounded to
// nearest, ties to even, once, with subnormal numbers: the cases that tell are computed.
bool hardware_is_exact();

// Exponent e of 2^e <= |x| < 2^(e+1); -1023 for zeros and subnormal numbers, 1024 for infinities and NaN.
inline int binary_exponent(double x) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
}

// 2^e, -1022 <= e <= 1023
inline double double_power_of_two(int e) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

// The nearest multiple of u = 2^unit, ties to an even multiple; the sign of x also if that is zero.
// Requires |x| < 2^51 u and -1074 <= unit <= 971.
//
// c = 3 2^51 u is an even multiple of u. x + c lies between 2^52 u and 2^53 u, where doubles are the
// multiples of u, so that the sum is c plus the multiple that is asked for (even where c plus it is); taking
// c away gives a multiple of u of at most 2^51 u, which is a double: no rounding.
inline double round_to_multiple(double x, int unit) {
  const double c = 1.5 * double_power_of_two(unit + 52);
  return std::copysign((x + c) - c, x);
}

// a + b rounded to odd: a + b if that is a double, else the one with odd significand of the two doubles
// around it. The result may then be rounded to nearest once more, to any grid whose points and midpoints have
// at most 52 significand bits (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008): those are doubles with even significand, and no such double lies
// between the sum and the odd double beside it, nor is the odd double one. Every rounding decision is that of
// the sum.
//
// The error of the rounded sum is a double, and Knuth's six operations find it, if none overflows. Infinite,
// NaN or beyond 2^1000: the plain sum (such a sum overflows every format that is rounded to here).
inline double sum_rounded_to_odd(double a, double b) {
  const double sum = a + b;
  if (!(std::abs(sum) < 0x1p1000)) return sum;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  if (error == 0) return sum;
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if ((bits & 1) != 0) return sum;
  // The neighbour on the error's side; a sum with an error is no zero.
  const bool away_from_zero = (error > 0) == (sum > 0);
  return std::bit_cast<double>(away_from_zero ? bits + 1 : bits - 1);
}

}  // namespace attest
