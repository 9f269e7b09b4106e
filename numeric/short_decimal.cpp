#include "numeric/short_decimal.hpp"

#include <fmt/format.h>

#include <cmath>

#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"

namespace attest {

namespace {

constexpr std::size_t longest_exact = 12;
constexpr double near_an_integer = 1e-3;
constexpr long largest_counted = 1000000000000000;  // beyond it nobody looks at what an integer is off

Integer nearest(const Rational& value) {
  const Rational doubled = 2 * value + 1;
  const Integer below = 2 * denominator_of(doubled);
  const Integer above = numerator_of(doubled);
  Integer quotient = above / below;  // towards zero
  if (quotient * below > above) --quotient;
  return quotient;
}

// Six digits of a number that a double does not hold, cut: "1.23456e-500".
std::string beyond_doubles(const Rational& value) {
  const std::string text = decimal_rounded_down(Interval(value, 2 * initial_precision));
  const std::size_t digits = text.front() == '-' ? 8 : 7;
  return text.substr(0, digits) + text.substr(text.find('e'));
}

// Of a number that six digits would show as `round`, an integer or a half.
std::string beside(const Rational& round, const std::string& shown, const Rational& lower,
                   const Rational& upper) {
  const double low = approximate(Rational(lower - round));
  const double high = approximate(Rational(upper - round));
  if (lower == round && upper == round) return shown;
  if (low == 0 && high == 0) return shown + " +- 1e-300";
  const double middle = low / 2 + high / 2;
  const std::string off = fmt::format("{:.2g}", std::abs(middle));
  const bool known = (low > 0) == (high > 0) && low != 0 && high != 0 &&
                     fmt::format("{:.2g}", std::abs(low)) == fmt::format("{:.2g}", std::abs(high));
  if (known) return fmt::format("{} {} {}", shown, middle > 0 ? '+' : '-', off);
  // One digit, and no less than the distance.
  const double most = std::max(std::abs(low), std::abs(high));
  const double unit = std::pow(10.0, std::floor(std::log10(most)));
  return fmt::format("{} +- {:.0e}", shown, std::min(std::ceil(most / unit) + 1, 10.0) * unit);
}

constexpr int digits_to_read = 6;
constexpr int all_digits = 17;  // of decimal.hpp

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string short_text(const Rational& lower, const Rational& upper) {
  const auto six_digits = [](const Rational& end) {
    const double near = approximate(end);
    return std::isfinite(near) && (near != 0 || end == 0) ? fmt::format("{:.6g}", near) : beyond_doubles(end);
  };
  const Rational whole(nearest(Rational((lower + upper) / 2)));
  const auto is_beside = [&](const Rational& end) {
    return std::abs(approximate(Rational(end - whole))) < near_an_integer;
  };
  // Small numbers have their own digits, as long as they are known not to be 0.
  const bool known_small = whole == 0 && (lower > 0 || upper < 0);
  const bool counted = boost::multiprecision::abs(whole) < largest_counted;
  if (!known_small && counted && is_beside(lower) && is_beside(upper))
    return beside(whole, numerator_of(whole).str(), lower, upper);
  const std::string text = six_digits(lower);
  const std::string other = six_digits(upper);
  // A decision about a number turns at 1/2: nothing that is only near it looks like it.
  const Rational half(Rational(nearest(Rational(lower + upper))) / 2);
  if (text == other && text == six_digits(half)) return beside(half, text, lower, upper);
  return text == other ? text : fmt::format("[{}, {}]", text, other);
}

std::string short_text(const Interval& value) {
  if (!value.is_finite()) return "not finite";
  const DecimalEnclosure ends = decimal_enclosure(value);
  const std::optional<Rational> lower = rational_from_decimal(ends.lower);
  const std::optional<Rational> upper = rational_from_decimal(ends.upper);
  if (lower && upper) return short_text(*lower, *upper);
  // Exponents beyond those that are read, as of exp(-10^17).
  return ends.lower == ends.upper ? ends.lower : "[" + ends.lower + ", " + ends.upper + "]";
}

std::string short_text(const Rational& value) {
  const std::string exact = to_string(value);
  return exact.size() <= longest_exact ? exact : short_text(value, value);
}

std::string short_bound(const std::string& decimal, int digits, bool up) {
  // "-d.dddde+xx": cutting digits rounds toward zero; where that is the wrong way, one is added in the last
  // place kept. All in decimal, so that the shown bound is a bound.
  const auto e = decimal.find('e');
  if (e == std::string::npos) return decimal;
  const bool negative = decimal.front() == '-';
  std::string mantissa = decimal.substr(negative ? 1 : 0, e - (negative ? 1 : 0));
  long exponent = std::stol(decimal.substr(e + 1));
  mantissa.erase(1, 1);
  if (mantissa.find_first_not_of('0') == std::string::npos) return "0";
  const bool exact = mantissa.find_first_not_of('0', static_cast<std::size_t>(digits)) == std::string::npos;
  mantissa.resize(static_cast<std::size_t>(digits));
  if (!exact && up != negative) {
    std::size_t k = mantissa.size();
    while (k-- > 0) {
      if (mantissa[k] != '9') {
        ++mantissa[k];
        break;
      }
      mantissa[k] = '0';
      if (k == 0) {
        mantissa = "1" + mantissa.substr(0, mantissa.size() - 1);
        ++exponent;
      }
    }
  }
  std::string text = negative ? "-" : "";
  if (exponent >= 0 && exponent < digits - 1) {  // 12.34
    text += mantissa.substr(0, static_cast<std::size_t>(exponent) + 1) + "." +
            mantissa.substr(static_cast<std::size_t>(exponent) + 1);
  } else if (exponent < 0 && exponent >= -3) {  // 0.0123
    text += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + mantissa;
  } else {
    return text + fmt::format("{}.{}e{}", mantissa.substr(0, 1), mantissa.substr(1), exponent);
  }
  return text;
}

std::string short_upper_bound(const Interval& value, const Rational& limit) {
  const std::string all = decimal_rounded_up(value);
  for (int digits = digits_to_read; digits < all_digits; ++digits) {
    const std::string text = without_trailing_zeros(short_bound(all, digits, true));
    const auto bound = rational_from_decimal(text);
    if (bound && *bound < limit) return text;
  }
  // No number of digits brings it below: it is not shown to be.
  const auto bound = rational_from_decimal(all);
  return bound && *bound < limit ? all : without_trailing_zeros(short_bound(all, digits_to_read, true));
}

std::string short_lower_bound(const Interval& value) {
  return without_trailing_zeros(short_bound(decimal_rounded_down(value), digits_to_read, false));
}

}  // namespace attest
