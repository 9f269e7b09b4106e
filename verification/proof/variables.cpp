#include "verification/proof/variables.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::proof {

void Variables::add_size_from(const std::string& name, const Laurent& from) {
  if (!is_integer(from)) throw std::logic_error(name + " begins at no integer: " + from.to_string());
  add_from(name, from);
}

void Variables::add_above(const std::string& name, const Laurent& low) {
  add_at_least(name, low);
  above_.insert(name);
}

void Variables::add_at_least(const std::string& name, const Laurent& low) {
  add_from(name, low);
  reals_.insert(name);
}

void Variables::add_from(const std::string& name, const Laurent& from) {
  if (knows(name)) throw std::logic_error("two meanings of " + name);
  if (!sizes_alone(from)) throw std::logic_error(name + " begins at " + from.to_string());
  const Laurent low = from.substitute(in_offsets_);
  std::map<std::string, Laurent> at_corner;
  for (const auto& [other, value] : sizes_) at_corner.emplace(other, Laurent());
  sizes_.emplace(name, low.substitute(at_corner).constant().value());
  in_offsets_.emplace(name, low + Laurent::variable(name));
  if (!from.constant()) depend_ = true;
}

void Variables::add(const std::string& name, Bounds bounds, bool integer) {
  if (knows(name)) throw std::logic_error("two meanings of " + name);
  numbers_.emplace(name, Number{std::move(bounds), integer});
}

bool Variables::sizes_alone(const Laurent& value) const {
  const auto all = value.variables();
  return std::all_of(all.begin(), all.end(), [this](const std::string& name) { return is_size(name); });
}

bool Variables::sign_at_least(const Laurent& value, bool strict) const {
  if (!sizes_alone(value)) return false;
  Laurent cleared = value;
  for (const auto& name : value.variables()) {
    if (!value.divides_by(name)) continue;
    if (!sign_at_least(Laurent::variable(name), true)) return false;
    long least = 0;
    for (const auto& [monomial, coefficient] : value.terms()) {
      if (const auto at = monomial.find(name); at != monomial.end()) least = std::min(least, at->second);
    }
    cleared = cleared * power(Laurent::variable(name), -least);
  }
  const Laurent shifted = cleared.substitute(in_offsets_);
  bool above = false;
  for (const auto& [monomial, coefficient] : shifted.terms()) {
    if (coefficient < 0) return false;
    above = above || std::all_of(monomial.begin(), monomial.end(),
                                 [this](const auto& factor) { return above_.contains(factor.first); });
  }
  return above || !strict;
}

bool Variables::outweighed(const Laurent& value, bool strict) const {
  // What a size is at the corner is the least that it is, unless it begins lower where another one is larger: context >= 10 - tau.
  const auto least_at_corner = [this](const std::string& name) {
    const auto& terms = in_offsets_.at(name).terms();
    return std::all_of(terms.begin(), terms.end(),
                       [](const auto& term) { return term.first.empty() || term.second >= 0; });
  };
  const auto names = value.variables();
  if (!std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        return is_size(name) && sizes_.at(name) > 0 && least_at_corner(name);
      }))
    return false;
  for (const auto& [top, weight] : value.terms()) {
    if (weight < 0) continue;
    Rational share = 0;  // of the negative terms at the corner
    bool fall = true;
    for (const auto& [monomial, coefficient] : value.terms()) {
      if (coefficient > 0) continue;
      Rational quotient = -coefficient / weight;
      Laurent::Monomial exponents = monomial;
      for (const auto& [name, exponent] : top) exponents[name] -= exponent;
      for (const auto& [name, exponent] : exponents) {
        fall = fall && exponent <= 0;
        for (long k = 0; fall && k < -exponent; ++k) quotient /= sizes_.at(name);
      }
      if (!fall) break;
      share += quotient;
    }
    if (fall && (strict ? share < 1 : share <= 1)) return true;
  }
  return value.is_zero() && !strict;
}

std::optional<Bounds> Variables::bounds_of(const Laurent& value) const {
  // A number that is replaced by its lower bound may have bounds in sizes alone.
  std::map<std::string, Laurent> moved;
  for (const auto& name : value.variables()) {
    const auto number = numbers_.find(name);
    if (number == numbers_.end()) {
      if (!is_size(name)) return std::nullopt;
      continue;
    }
    const Bounds& b = number->second.bounds;
    if (value.divides_by(name) || !nonnegative(b.high - b.low)) return std::nullopt;
    moved.emplace(name, b.low + Laurent::variable(name));
  }
  const Laurent shifted = value.substitute(moved);
  // The coefficient of each product of the u's, a sum in the sizes.
  std::map<Laurent::Monomial, Laurent> by_numbers;
  for (const auto& [monomial, coefficient] : shifted.terms()) {
    Laurent::Monomial numbers;
    Laurent rest(coefficient);
    for (const auto& [name, exponent] : monomial) {
      if (is_size(name)) {
        const Laurent size = Laurent::variable(name);
        rest = rest * power(exponent < 0 ? *size.inverse() : size, std::abs(exponent));
      } else {
        numbers.emplace(name, exponent);
      }
    }
    by_numbers[numbers] += rest;
  }
  Bounds result;
  for (const auto& [numbers, coefficient] : by_numbers) {
    Laurent largest = coefficient;
    for (const auto& [name, exponent] : numbers) {
      const Bounds& b = numbers_.at(name).bounds;
      largest = largest * power(b.high - b.low, exponent);
    }
    if (numbers.empty()) {
      result.low += coefficient;
      result.high += coefficient;
    } else if (nonnegative(coefficient)) {
      result.high += largest;
    } else if (nonnegative(-coefficient)) {
      result.low += largest;
    } else {
      return std::nullopt;
    }
  }
  return result;
}

bool Variables::proves_nonnegative(const Laurent& value) const {
  const auto bounds = bounds_of(value);
  return bounds && nonnegative(bounds->low);
}

std::optional<Laurent> Variables::largest_absolute(const Laurent& value) const {
  const auto bounds = bounds_of(value);
  if (!bounds) return std::nullopt;
  const auto& [low, high] = *bounds;
  if (nonnegative(high + low) && nonnegative(high)) return high;
  if (nonnegative(-high - low) && nonnegative(-low)) return -low;
  if (nonnegative(high) && nonnegative(-low)) return high - low;
  return std::nullopt;
}

bool Variables::is_integer(const Laurent& value) const {
  for (const auto& [monomial, coefficient] : value.terms()) {
    if (denominator_of(coefficient) != 1) return false;
    for (const auto& [name, exponent] : monomial) {
      if (exponent < 0) return false;
      const auto number = numbers_.find(name);
      if (number != numbers_.end() ? !number->second.integer : !is_size(name) || reals_.contains(name))
        return false;
    }
  }
  return true;
}

}  // namespace attest::proof
