#include "theorems/proof/shattered_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr std::size_t most_shattered_cases = 5000;
constexpr long most_multiples_of_a_sum = 16;

language::Expression without_parentheses(language::Expression e) {
  while (e->op == Op::tuple && e->children.size() == 1) e = e->children[0];
  return e;
}

}  // namespace

ShatteredCases::ShatteredCases(const TheoremText& text, const std::map<std::string, Laurent>& sizes,
                               proof::Variables& variables, const Bounds& rows, const Laurent& row,
                               const std::map<std::string, Laurent>& shown)
    : text_(text), sizes_(sizes), variables_(variables), rows_(rows), row_(row), shown_(shown) {
  // A row knows its number and no pattern, a column the pattern and no row.
  const auto expect_without = [](const InputAssignment& a, const std::string& name) {
    const auto names = language::free_names(a.value);
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw Refusal("S1", fmt::format("line {}: {} speaks of {}", a.place.line, a.input, name));
  };
  for (const InputAssignment& a : text.shatter->rows) expect_without(a, "has");
  for (const InputAssignment& a : text.shatter->columns) expect_without(a, text.shatter->index);
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

void ShatteredCases::outside(const Expression& e, const std::string& why) const {
  throw Refusal("S1", fmt::format("line {}: {} {}", e->place.line, language::to_string(e), why));
}

void ShatteredCases::count_case() {
  if (++cases_ > most_shattered_cases)
    throw Refusal("S1", fmt::format("more than {} cases", most_shattered_cases));
}

const InputAssignment* ShatteredCases::assigned(const std::string& input) const {
  const InputAssignment* found = nullptr;
  for (const auto* side : {&text_.shatter->rows, &text_.shatter->columns}) {
    for (const InputAssignment& a : *side) {
      if (a.input != input) continue;
      if (found != nullptr) throw Refusal("S1", fmt::format("{} is stated twice", input));
      found = &a;
    }
  }
  return found;
}

const InputStatement* ShatteredCases::input(const std::string& name) const {
  for (const InputStatement& one : text_.inputs) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

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

// X mod M = c, 0 <= X: one of X - c, X - c - M, .. is 0, up to the largest value that X has.
void ShatteredCases::congruent(const Expression& e, const Names& names, State state, const Truth& then) {
  const Expression mod = without_parentheses(e->children[0]);
  number(mod->children[0], names, std::move(state), [&](State one, const Laurent& x) {
    number(mod->children[1], names, std::move(one), [&](State two, const Laurent& m) {
      number(e->children[1], names, std::move(two), [&](State three, const Laurent& c) {
        const Laurent value = now(x, three);
        if (!variables_.is_integer(value) || !variables_.is_integer(m) || !variables_.sizes_alone(m) ||
            !variables_.positive(m) || !variables_.is_integer(c) || !variables_.sizes_alone(c) ||
            !variables_.nonnegative(c) || !variables_.positive(m - c) ||
            !variables_.proves_nonnegative(value))
          outside(e, "is no remainder of an integer >= 0 in the sizes");
        std::vector<Laurent> differences;
        for (long t = 0; t <= most_multiples_of_a_sum; ++t) {
          const Laurent rest = value - c - Laurent(t) * m;
          if (variables_.proves_nonnegative(-rest - Laurent(1)))
            return one_of(std::move(differences), std::move(three), then);
          differences.push_back(rest);
        }
        outside(e, "has more multiples than are gone through");
      });
    });
  });
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

void ShatteredCases::exists(const Expression& e, std::size_t binder, Names names, State state,
                            const Truth& then) {
  if (binder == e->binders.size()) return truth(e->children[0], names, std::move(state), then);
  const language::Binder& one = e->binders[binder];
  const Bounds range = range_of(one.range);
  names[one.name] = some_index(one.name, range);
  exists(e, binder + 1, std::move(names), std::move(state), then);
}

Bounds ShatteredCases::range_of(const Expression& e) {
  TermNames names;
  names.written = [this](const language::Node& n) -> std::optional<Laurent> {
    const auto found = n.op == Op::name ? sizes_.find(n.name) : sizes_.end();
    return found == sizes_.end() ? std::nullopt : std::optional(found->second);
  };
  const Terms::Range found = Terms(variables_, names, "S1").range(e);
  if (!found.whole || !variables_.sizes_alone(found.bounds.low) ||
      !variables_.sizes_alone(found.bounds.high) ||
      !variables_.nonnegative(found.bounds.high - found.bounds.low))
    outside(e, "is not shown to be a range with an element at all sizes");
  return found.bounds;
}

void ShatteredCases::truth(const Expression& e, const Names& names, State state, const Truth& then) {
  const auto both = [&](const std::function<void(State, const Laurent&, const Laurent&)>& use) {
    number(e->children[0], names, std::move(state), [&](State one, const Laurent& a) {
      number(e->children[1], names, std::move(one),
             [&](State two, const Laurent& b) { use(std::move(two), a, b); });
    });
  };
  const Truth opposite = [&](State next, bool value) { then(std::move(next), !value); };
  switch (e->op) {
    case Op::tuple:
      if (e->children.size() == 1) return truth(e->children[0], names, std::move(state), then);
      break;
    case Op::logic_not:
      return truth(e->children[0], names, std::move(state), opposite);
    case Op::logic_and:
    case Op::logic_or:
      return truth(e->children[0], names, std::move(state), [&](State next, bool value) {
        if (value == (e->op == Op::logic_or)) return then(std::move(next), value);
        truth(e->children[1], names, std::move(next), then);
      });
    case Op::equal:
      if (without_parentheses(e->children[0])->op == Op::mod)
        return congruent(e, names, std::move(state), then);
      return both(
          [&](State next, const Laurent& a, const Laurent& b) { equal(a - b, std::move(next), then); });
    case Op::unequal:
      return both(
          [&](State next, const Laurent& a, const Laurent& b) { equal(a - b, std::move(next), opposite); });
    case Op::less_equal:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(a - b, std::move(next), then);
      });
    case Op::greater_equal:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(b - a, std::move(next), then);
      });
    case Op::less:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(a - b + Laurent(1), std::move(next), then);
      });
    case Op::greater:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(b - a + Laurent(1), std::move(next), then);
      });
    case Op::call:
      if (e->name != "has" || e->children.size() != 1) break;
      return number(e->children[0], names, std::move(state), [&](State next, const Laurent& x) {
        const Laurent at = now(x, next);
        if (!variables_.is_integer(at) || !variables_.proves_nonnegative(at - rows_.low) ||
            !variables_.proves_nonnegative(rows_.high - at))
          outside(e, fmt::format("asks for row {}, which is not shown to be one", said(at)));
        literal({false, {}, at}, std::move(next), then);
      });
    case Op::quantifier: {
      // forall i in a..b: has(i)
      const Expression body = without_parentheses(e->children[0]);
      const bool prefix = e->quantifier == Quantifier::forall && e->binders.size() == 1 && !e->such_that &&
                          body->op == Op::call && body->name == "has" && body->children.size() == 1 &&
                          body->children[0]->op == Op::name &&
                          body->children[0]->name == e->binders[0].name &&
                          e->binders[0].range->op == Op::range && e->binders[0].range->children.size() == 2;
      if (!prefix) break;
      const auto& ends = e->binders[0].range->children;
      return number(ends[0], names, std::move(state), [&](State one, const Laurent& from) {
        number(ends[1], names, std::move(one), [&](State two, const Laurent& to) {
          const Laurent low = now(from, two);
          const Laurent high = now(to, two);
          if (!variables_.is_integer(low) || !variables_.is_integer(high) ||
              !variables_.proves_nonnegative(low - rows_.low) ||
              !variables_.proves_nonnegative(rows_.high - high))
            outside(e, "asks for rows that are not shown to be ones");
          if (variables_.proves_nonnegative(low - high - Laurent(1))) return then(std::move(two), true);
          literal({true, low, high}, std::move(two), then);
        });
      });
    }
    default:
      break;
  }
  outside(e, "is no condition that is gone through by cases");
}

void ShatteredCases::arguments(const Expression& e, std::size_t k, const Names& names,
                               std::vector<Laurent> found, State state,
                               const std::function<void(State, std::vector<Laurent>)>& then) {
  if (k == e->children.size()) return then(std::move(state), std::move(found));
  number(e->children[k], names, std::move(state), [&](State next, const Laurent& x) {
    std::vector<Laurent> longer = found;
    longer.push_back(x);
    arguments(e, k + 1, names, std::move(longer), std::move(next), then);
  });
}

// p(j): what the row or the column says of p, at a place that p has.
void ShatteredCases::call(const Expression& e, const Names& names, State state, const Number& then) {
  const InputStatement* asked = input(e->name);
  const InputAssignment* stated = assigned(e->name);
  const std::size_t count = e->op == Op::call ? e->children.size() : 0;
  if (asked == nullptr || stated == nullptr || stated->indices.size() != count ||
      asked->domains.size() != count)
    outside(e, "is no letter of a row or a column");
  const auto read = [&](State next, const std::vector<Laurent>& places) {
    Names own{{text_.shatter->index, row_}};  // no column speaks of it
    for (std::size_t k = 0; k < count; ++k) {
      const Bounds domain = range_of(asked->domains[k]);
      const Laurent at = now(places[k], next);
      if (!variables_.is_integer(at) || !variables_.proves_nonnegative(at - domain.low) ||
          !variables_.proves_nonnegative(domain.high - at))
        outside(e, fmt::format("asks for {}, which is not shown to be a place", said(at)));
      own[stated->indices[k]] = at;
    }
    number(stated->value, own, std::move(next), then);
  };
  if (count == 0) return read(std::move(state), {});
  arguments(e, 0, names, {}, std::move(state), read);
}

void ShatteredCases::number(const Expression& e, const Names& names, State state, const Number& then) {
  const auto both = [&](const std::function<Laurent(const Laurent&, const Laurent&)>& join) {
    number(e->children[0], names, std::move(state), [&](State one, const Laurent& a) {
      number(e->children[1], names, std::move(one),
             [&](State two, const Laurent& b) { then(std::move(two), join(a, b)); });
    });
  };
  switch (e->op) {
    case Op::number:
      return then(std::move(state), Laurent(e->value));
    case Op::name: {
      if (const auto own = names.find(e->name); own != names.end())
        return then(std::move(state), own->second);
      if (const auto size = sizes_.find(e->name); size != sizes_.end())
        return then(std::move(state), size->second);
      return call(e, names, std::move(state), then);
    }
    case Op::call:
      if (e->name == "has") {
        return truth(e, names, std::move(state),
                     [&](State next, bool value) { then(std::move(next), Laurent(value ? 1 : 0)); });
      }
      return call(e, names, std::move(state), then);
    case Op::tuple:
      if (e->children.size() == 1) return number(e->children[0], names, std::move(state), then);
      break;
    case Op::negate:
      return number(e->children[0], names, std::move(state),
                    [&](State next, const Laurent& a) { then(std::move(next), -a); });
    case Op::add:
      return both([](const Laurent& a, const Laurent& b) { return a + b; });
    case Op::subtract:
      return both([](const Laurent& a, const Laurent& b) { return a - b; });
    case Op::multiply:
      return both([](const Laurent& a, const Laurent& b) { return a * b; });
    case Op::divide: {
      const Expression below = without_parentheses(e->children[1]);
      if (below->op != Op::number || below->value == 0) break;
      return number(e->children[0], names, std::move(state), [&](State next, const Laurent& a) {
        then(std::move(next), Laurent(Rational(Rational(1) / below->value)) * a);
      });
    }
    case Op::conditional:
      return truth(e->children[0], names, std::move(state), [&](State next, bool value) {
        number(e->children[value ? 1 : 2], names, std::move(next), then);
      });
    default:
      break;
  }
  outside(e, "is no number that is gone through by cases");
}

std::vector<ShatteredCase> ShatteredCases::ones() {
  std::vector<ShatteredCase> result;
  const Truth add = [&](State state, bool value) {
    if (!value) return;
    ShatteredCase found{state.literals, !state.open};
    for (const Laurent& different : state.unequal) {
      State without = state;
      without.unequal.clear();
      found.witness = found.witness && never_zero(now(different, state), without);
    }
    for (const PatternLiteral& literal : found.literals) {
      for (const Laurent* end : {&literal.atom.from, &literal.atom.to}) {
        for (const std::string& name : end->variables())
          found.witness = found.witness && !free_.contains(name);
      }
    }
    result.push_back(std::move(found));
  };
  const Expression function = without_parentheses(text_.shatter->function);
  const bool quantified = function->op == Op::quantifier && function->quantifier == Quantifier::exists;
  if (quantified && function->such_that) outside(function, "has a condition on its indices");
  if (quantified) {
    exists(function, 0, {}, {}, add);
  } else {
    truth(function, {}, {}, add);
  }
  return result;
}

void ShatteredCases::expect_letter(const Expression& letters, const Laurent& value, const State& state,
                                   const std::string& what) {
  if (letters->op == Op::difference) {
    expect_letter(letters->children[0], value, state, what);
    const Expression without = without_parentheses(letters->children[1]);
    if (without->op != Op::set) outside(letters, "is no range without listed numbers");
    for (const Expression& excluded : without->children) {
      number(excluded, {}, {}, [&](State, const Laurent& number) {
        if (!never_zero(now(value - number, state), state))
          throw Refusal("S2",
                        fmt::format("{} may be {}, which is not shown to differ from {}, which is no letter",
                                    what, said(now(value, state)), said(number)));
      });
    }
    return;
  }
  TermNames names;
  names.written = [this](const language::Node& n) -> std::optional<Laurent> {
    const auto found = n.op == Op::name ? sizes_.find(n.name) : sizes_.end();
    return found == sizes_.end() ? std::nullopt : std::optional(found->second);
  };
  const Terms::Range range = Terms(variables_, names, "S2").range(letters);
  const Laurent letter = now(value, state);
  if (!range.whole || !variables_.is_integer(letter) ||
      !variables_.proves_nonnegative(letter - range.bounds.low) ||
      !variables_.proves_nonnegative(range.bounds.high - letter)) {
    throw Refusal("S2", fmt::format("{} may be {}, which is not shown to be one of {}", what, said(letter),
                                    language::to_string(letters)));
  }
}

void ShatteredCases::expect_letters() {
  for (const InputStatement& one : text_.inputs) {
    const InputAssignment* stated = assigned(one.name);
    if (one.shape != Shape::any || stated == nullptr || stated->indices.size() != one.domains.size())
      throw Refusal("S1",
                    fmt::format("line {}: rows or columns do not say what {} is", one.place.line, one.name));
    Names names{{text_.shatter->index, row_}};
    for (std::size_t k = 0; k < one.domains.size(); ++k)
      names[stated->indices[k]] = some_index(stated->indices[k], range_of(one.domains[k]));
    number(stated->value, names, {}, [&](State state, const Laurent& value) {
      expect_letter(one.range, value, state, "a letter of " + one.name);
    });
  }
}

}  // namespace attest::theorems
