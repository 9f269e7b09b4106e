#include "numeric/integer.hpp"

#include <algorithm>

namespace attest {

namespace {

constexpr std::size_t most_digits = 1'000'000;  // read in milliseconds

bool is_digits(std::string_view text) {
  return !text.empty() && text.size() <= most_digits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<Integer> integer_from_string(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (!is_digits(text)) return std::nullopt;
  // GMP reads a leading zero as an octal prefix when the base is left open, so it is stripped first.
  const auto first = std::min(text.find_first_not_of('0'), text.size() - 1);
  Integer value{std::string(text.substr(first))};
  return negative ? Integer(-value) : value;
}

std::optional<Rational> rational_from_string(std::string_view text) {
  const auto slash = text.find('/');
  const auto p = integer_from_string(text.substr(0, slash));
  if (!p) return std::nullopt;
  if (slash == std::string_view::npos) return Rational(*p);
  const auto denominator = text.substr(slash + 1);
  if (!is_digits(denominator)) return std::nullopt;
  const auto q = integer_from_string(denominator);
  if (!q || *q == 0) return std::nullopt;
  return Rational(*p, *q);
}

std::string to_string(const Rational& value) {
  const Integer q = denominator_of(value);
  if (q == 1) return numerator_of(value).str();
  return numerator_of(value).str() + "/" + q.str();
}

std::string to_string(const Integer& value) {
  return value.str();
}

Integer power(const Integer& base, unsigned long exponent) {
  Integer result;
  mpz_pow_ui(result.backend().data(), base.backend().data(), exponent);
  return result;
}

Integer common_denominator(const RationalMatrix& matrix) {
  Integer result = 1;
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    result = boost::multiprecision::lcm(result, denominator_of(matrix.data()[i]));
  }
  return result;
}

}  // namespace attest
