#include "theorems/proof/measured_errors.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "numeric/decimal.hpp"

namespace attest::theorems {

namespace {

// "2.5e-01", as margins are written.
Rational rational_of_decimal(const std::string& text) {
  const std::size_t e = text.find('e');
  const std::size_t point = text.find('.');
  std::string digits = text.substr(0, e);
  long exponent = e == std::string::npos ? 0 : std::stol(text.substr(e + 1));
  if (point < digits.size()) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const auto number = integer_from_string(digits);
  if (!number) throw std::logic_error("no decimal number: " + text);
  const Integer scale = boost::multiprecision::pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? Rational(*number, scale) : Rational(*number * scale);
}

}  // namespace

MeasuredError beside_bound(const LemmaProof& proof, const Sizes& sizes, const RealBounds& error) {
  proof::SizeValues at;
  for (const auto& [name, value] : sizes) at.emplace(name, proof::Laurent(Rational(value)));
  const std::string bound = decimal_rounded_up(proof::enclosure(proof.bound_terms, at, initial_precision));
  if (rational_of_decimal(error.lower) > rational_of_decimal(bound)) {
    throw std::logic_error(fmt::format("the bound that is proved is {} at {}, and an input is off by {}",
                                       bound, to_string(sizes), error.lower));
  }
  return {sizes, error, bound, {}};
}

}  // namespace attest::theorems
