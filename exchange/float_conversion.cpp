#include "exchange/float_conversion.hpp"

#include <fmt/format.h>

#include <bit>

#include "claims/usage_error.hpp"
#include "numeric/interval.hpp"

namespace attest::exchange {

namespace {

void append_bytes(std::string& bytes, std::uint64_t bits, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) bytes += static_cast<char>((bits >> (8 * k)) & 0xff);
}

}  // namespace

FloatConversion::FloatConversion(const FloatFormat& format) : arithmetic_(format) {}

void FloatConversion::note(const Rational& absolute, const Rational& relative, const std::string& array) {
  if (absolute > largest_.absolute) {
    largest_.absolute = absolute;
    largest_.absolute_at = array;
  }
  if (relative > largest_.relative) {
    largest_.relative = relative;
    largest_.relative_at = array;
  }
}

double FloatConversion::checked(const FloatValue& value, const std::string& number,
                                const std::string& array) const {
  if (value.is_finite() && (value.is_zero() || abs(value.exact()) >= format().smallest_normal()))
    return value.to_double();
  throw UsageError(fmt::format("{}: {} is outside of {}", array, number, name()));
}

double FloatConversion::nearest(const Rational& number, const std::string& array) {
  if (number == 0) return 0;
  const FloatValue value = arithmetic_.from(number);
  const double result = checked(value, to_string(number), array);
  if (result == 0) throw UsageError(fmt::format("{}: {} is outside of {}", array, to_string(number), name()));
  const Rational error = abs(value.exact() - number);
  note(error, error / abs(number), array);
  return result;
}

// A double near the number is rounded; how far off that is the enclosure bounds.
double FloatConversion::nearest(const Surd& number, const std::string& array) {
  if (number.r() == 1 && !number.has_logarithm()) return nearest(number.q(), array);
  constexpr Precision precision = 256;
  const Interval enclosure = number.enclosure(precision);
  const FloatValue value = arithmetic_.from_double(enclosure.middle_double());
  const double result = checked(value, number.to_string(), array);
  const Interval error = abs(Interval(value.exact(), precision) - enclosure);
  const Interval relative = error / abs(enclosure);
  note(FloatArithmetic(*float_format_from_name("fp64")).from_double(error.upper_double()).exact(),
       FloatArithmetic(*float_format_from_name("fp64")).from_double(relative.upper_double()).exact(), array);
  return result;
}

void FloatConversion::append(std::string& out, const Array& array) {
  const auto add = [&](double value) {
    if (bytes() == 8)
      append_bytes(out, std::bit_cast<std::uint64_t>(value), 8);
    else  // a float's value: the cast is exact
      append_bytes(out, std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
  };
  switch (array.type) {
    case Array::Type::integer:
      for (const std::int64_t value : array.integers) append_bytes(out, static_cast<std::uint64_t>(value), 8);
      return;
    case Array::Type::truth:
      for (const std::int64_t value : array.integers) out += value != 0 ? '\1' : '\0';
      return;
    case Array::Type::real:
      break;
  }
  if (array.surd) return add(nearest(*array.surd, array.name));
  for (const Rational& number : array.numbers) add(nearest(number, array.name));
}

std::uint64_t bytes_of(const Array& array, const FloatConversion& conversion) {
  const std::size_t entry = array.type == Array::Type::integer ? 8
                            : array.type == Array::Type::truth ? 1
                                                               : conversion.bytes();
  return std::uint64_t{array.entries()} * entry;
}

}  // namespace attest::exchange
