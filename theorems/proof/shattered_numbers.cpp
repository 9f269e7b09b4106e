// What a condition on numbers makes of a case: it is shown or refuted by bounds, or it cuts the range of an index.
#include "theorems/proof/shattered_cases.hpp"

#include <fmt/format.h>

namespace attest::theorems {

using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

Laurent ShatteredCases::now(const Laurent& value, const State& state) const {
  return value.substitute(state.replaced);
}

std::string ShatteredCases::add_index(const std::string& name, const Bounds& bounds) {
  std::string own = name;
  while (variables_.knows(own)) own += "'";
  variables_.add(own, bounds, true);
  free_.insert(own);
  return own;
}

// Any number of a range, whose ends are in the sizes alone.
Laurent ShatteredCases::some_index(const std::string& name, const Bounds& bounds) {
  return bounds.low == bounds.high ? bounds.low : Laurent::variable(add_index(name, bounds));
}

// Integers: not between -1 and 1 by bounds, known to differ, or a sum of multiples of g > 1 and a number that is none.
bool ShatteredCases::never_zero(const Laurent& value, const State& state) const {
  if (!variables_.is_integer(value)) return false;
  if (variables_.proves_nonnegative(value - Laurent(1)) || variables_.proves_nonnegative(-value - Laurent(1)))
    return true;
  for (const Laurent& different : state.unequal) {
    const Laurent known = now(different, state);
    if (value == known || value == -known) return true;
  }
  Integer divisor = 0;
  Integer constant = 0;
  for (const auto& [monomial, coefficient] : value.terms()) {
    if (monomial.empty()) {
      constant = numerator_of(coefficient);
    } else {
      divisor = boost::multiprecision::gcd(divisor, numerator_of(coefficient));
    }
  }
  return divisor > 1 && constant % divisor != 0;
}

// An index that the value has as itself or negated, and nowhere else.
std::string ShatteredCases::free_index(const Laurent& value) const {
  for (const std::string& name : value.variables()) {
    if (!free_.contains(name) || value.divides_by(name) || value.degree(name) != 1) continue;
    const auto factor = value.coefficient(name, 1).constant();
    if (factor && (*factor == 1 || *factor == -1)) return name;
  }
  return "";
}

// The name of the row's number; empty where it is a number in the sizes.
std::string ShatteredCases::row_variable() const {
  const auto names = row_.variables();
  return names.size() == 1 && !variables_.is_size(*names.begin()) ? *names.begin() : "";
}

// The number at which a difference is 0, where it is the row's number or less it, and a number in the sizes.
std::optional<Laurent> ShatteredCases::root_in_row(const Laurent& difference) const {
  const std::string row = row_variable();
  if (row.empty() || difference.divides_by(row) || difference.degree(row) != 1) return std::nullopt;
  const auto factor = difference.coefficient(row, 1).constant();
  if (!factor || (*factor != 1 && *factor != -1)) return std::nullopt;
  const Laurent rest = difference - Laurent(*factor) * Laurent::variable(row);
  if (!variables_.sizes_alone(rest)) return std::nullopt;
  return Laurent(Rational(-*factor)) * rest;
}

void ShatteredCases::replace(State state, const std::string& index, const Laurent& by, const Truth& then,
                             bool value) {
  count_case();
  for (auto& [name, known] : state.replaced) known = known.substitute({{index, by}});
  state.replaced.emplace(index, by);
  for (PatternLiteral& literal : state.literals) {
    literal.atom.from = now(literal.atom.from, state);
    literal.atom.to = now(literal.atom.to, state);
  }
  then(std::move(state), value);
}

void ShatteredCases::equal(const Laurent& difference, State state, const Truth& then) {
  Laurent d = now(difference, state);
  if (d.is_zero()) return then(std::move(state), true);
  if (!variables_.is_integer(d)) throw Refusal("S1", fmt::format("{} is no integer", said(d)));
  if (never_zero(d, state)) return then(std::move(state), false);
  Integer divisor = 0;
  for (const auto& [monomial, coefficient] : d.terms())
    divisor = boost::multiprecision::gcd(divisor, numerator_of(coefficient));
  d = Laurent(Rational(1, divisor)) * d;
  const std::string index = free_index(d);
  if (index.empty()) {
    if (const auto root = root_in_row(d)) throw SplitRow{*root};
    throw Refusal("S1", fmt::format("whether {} is 0 is not shown", said(d)));
  }
  const Laurent sign = d.coefficient(index, 1);
  const Laurent at = sign * (sign * Laurent::variable(index) - d);
  const Bounds range = variables_.bounds(index);
  const auto beyond = [&](const Laurent& gap) { return variables_.proves_nonnegative(gap - Laurent(1)); };
  if (!beyond(range.low - at) && !beyond(at - range.high)) {
    State same = state;
    const bool inside =
        variables_.proves_nonnegative(at - range.low) && variables_.proves_nonnegative(range.high - at);
    // An end that hangs on the row: rows on either side are another matter.
    for (const Laurent& gap : {at - range.low, at - range.high}) {
      const auto root = inside ? std::nullopt : root_in_row(gap);
      if (!root) continue;
      const Bounds rows = variables_.bounds(row_variable());
      if (variables_.proves_nonnegative(*root - rows.low) &&
          variables_.proves_nonnegative(rows.high - *root) && variables_.positive(rows.high - rows.low))
        throw SplitRow{*root};
    }
    same.open = same.open || !inside;
    replace(std::move(same), index, at, then, true);
  }
  // Without an end of its range the index has a smaller one.
  const Laurent one(1);
  if (at == range.low || at == range.high) {
    if (range.low == range.high) return;
    if (variables_.nonnegative(range.high - range.low - one)) {
      const Bounds rest =
          at == range.low ? Bounds{range.low + one, range.high} : Bounds{range.low, range.high - one};
      return replace(std::move(state), index, some_index(index, rest), then, false);
    }
  }
  state.unequal.push_back(d);
  then(std::move(state), false);
}

void ShatteredCases::one_of(std::vector<Laurent> differences, State state, const Truth& then) {
  if (differences.empty()) return then(std::move(state), false);
  const Laurent first = differences.front();
  differences.erase(differences.begin());
  equal(first, std::move(state), [&](State next, bool same) {
    if (same) return then(std::move(next), true);
    one_of(differences, std::move(next), then);
  });
}

// d <= 0 of integers: the range of an index is cut.
void ShatteredCases::at_most_zero(const Laurent& difference, State state, const Truth& then) {
  const Laurent d = now(difference, state);
  if (variables_.proves_nonnegative(-d)) return then(std::move(state), true);
  if (!variables_.is_integer(d)) throw Refusal("S1", fmt::format("{} is no integer", said(d)));
  if (variables_.proves_nonnegative(d - Laurent(1))) return then(std::move(state), false);
  const std::string index = free_index(d);
  if (index.empty()) throw Refusal("S1", fmt::format("whether {} <= 0 is not shown", said(d)));
  const Laurent sign = d.coefficient(index, 1);
  const bool below = sign == Laurent(1);
  // index <= t, or index >= t.
  const Laurent t = sign * (sign * Laurent::variable(index) - d);
  const Bounds range = variables_.bounds(index);
  const Bounds low{range.low, below ? t : t - Laurent(1)};
  const Bounds high{below ? t + Laurent(1) : t, range.high};
  if (!variables_.sizes_alone(t) || !variables_.nonnegative(low.high - low.low) ||
      !variables_.nonnegative(high.high - high.low))
    throw Refusal("S1", fmt::format("whether {} reaches {} is not shown for all sizes", index, said(t)));
  replace(state, index, some_index(index, low), then, below);
  replace(std::move(state), index, some_index(index, high), then, !below);
}

void ShatteredCases::literal(const PatternAtom& atom, State state, const Truth& then) {
  for (const PatternLiteral& known : state.literals) {
    if (known.atom == atom) {
      const bool value = known.value;
      return then(std::move(state), value);
    }
  }
  for (const bool value : {true, false}) {
    count_case();
    State next = state;
    next.literals.push_back({atom, value});
    then(std::move(next), value);
  }
}

}  // namespace attest::theorems
