#include "numeric/floating/float_format.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace attest {

namespace {

// 2^exponent
Rational power_of_two(long exponent) {
  return exponent >= 0 ? Rational(Integer(1) << exponent) : Rational(1, Integer(1) << -exponent);
}

const ExponentRange& range_of(const FloatFormat& format) {
  if (!format.range) throw std::logic_error(format.name + " has an unbounded exponent");
  return *format.range;
}

}  // namespace

Rational FloatFormat::largest() const {
  // (2 - 2^(1-p)) 2^greatest, one unit in the last place less where that significand is taken by NaN.
  const long last_place = range_of(*this).greatest + 1 - precision;
  const Integer significand = (Integer(1) << precision) - (has_infinity ? 1 : 2);
  return Rational(significand) * power_of_two(last_place);
}

Rational FloatFormat::smallest_normal() const {
  return power_of_two(range_of(*this).least);
}

Rational FloatFormat::smallest_positive() const {
  return power_of_two(range_of(*this).least + 1 - precision);
}

const std::vector<FloatFormat>& named_float_formats() {
  static const std::vector<FloatFormat> formats{
      {"fp8-e5m2", 3, ExponentRange{-14, 15}, true},   {"fp8-e4m3", 4, ExponentRange{-6, 8}, false},
      {"bfloat16", 8, ExponentRange{-126, 127}, true}, {"fp16", 11, ExponentRange{-14, 15}, true},
      {"tf32", 11, ExponentRange{-126, 127}, true},    {"fp32", 24, ExponentRange{-126, 127}, true},
      {"fp64", 53, ExponentRange{-1022, 1023}, true},
  };
  return formats;
}

FloatFormat unbounded_format(long precision) {
  return {fmt::format("p{}", precision), precision, std::nullopt, true};
}

std::optional<FloatFormat> float_format_from_name(std::string_view name) {
  if (name == "e4m3" || name == "e5m2") return float_format_from_name("fp8-" + std::string(name));
  if (name == "bf16") return float_format_from_name("bfloat16");
  for (const FloatFormat& format : named_float_formats()) {
    if (format.name == name) return format;
  }
  if (name.size() < 2 || name.front() != 'p' || name[1] == '0') return std::nullopt;
  long bits = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + 1, end, bits);
  if (error != std::errc() || stop != end || name[1] == '-') return std::nullopt;
  if (bits < least_float_precision || bits > greatest_float_precision) return std::nullopt;
  return unbounded_format(bits);
}

}  // namespace attest
