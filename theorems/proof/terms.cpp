#include "theorems/proof/terms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/words.hpp"
#include "numeric/checked.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Node;
using language::Op;
using language::Quantifier;
using proof::Laurent;
using proof::Refusal;

constexpr long most_repetitions = 64;
constexpr std::size_t most_steps = 20'000;

bool is_vector(const Node& e) {
  switch (e.op) {
    case Op::tuple:
      return true;
    case Op::call:
      return e.name == "zeros";
    case Op::conditional:
      return is_vector(*e.children[1]) || is_vector(*e.children[2]);
    case Op::negate:
    case Op::divide:
      return is_vector(*e.children[0]);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
      return is_vector(*e.children[0]) || is_vector(*e.children[1]);
    default:
      return false;
  }
}

}  // namespace

Expression without_parentheses(Expression e) {
  while (e->op == Op::tuple && e->children.size() == 1) e = e->children[0];
  return e;
}

void Terms::refuse_term(const Expression& e, const std::string& why) const {
  throw Refusal(hypothesis_, fmt::format("line {}: {} {}", e->place.line, language::to_string(e), why));
}

template <class Work>
auto Terms::bound(const std::string& name, const Laurent& value, Work&& work) {
  bound_.emplace_back(name, value);
  auto result = work();
  bound_.pop_back();
  return result;
}

Laurent Terms::named(const Expression& e) {
  if (e->op != Op::call) {
    const std::string whole = e->op == Op::subscript ? whole_name(*e) : e->name;
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at) {
      if (at->first == whole) return at->second;
    }
  } else if (language::find_builtin(e->name) != nullptr) {
    if (e->name == "max" || e->name == "min") return extreme(e);
    refuse_term(e, "is no polynomial in sizes and inputs");
  }
  // As it is written, where nothing in it is bound here; a bound name whose value is a number is this number.
  Expression plain = e;
  bool open = false;
  for (auto at = bound_.rbegin(); at != bound_.rend() && e->op != Op::name; ++at) {
    const auto free = language::free_names(plain);
    if (std::find(free.begin(), free.end(), at->first) == free.end()) continue;
    const auto number = at->second.constant();
    if (number && e->op == Op::call && e->name != at->first) {
      plain = language::substitute(plain, at->first, language::number(*number));
    } else {
      open = true;
    }
  }
  if (!open) {
    if (const auto value = names_.written(*plain)) return *value;
  }
  if (e->op == Op::call && names_.applied) {
    std::vector<Laurent> arguments;
    for (const Expression& argument : e->children) arguments.push_back((*this)(argument));
    if (const auto value = names_.applied(e->name, arguments)) return *value;
  }
  refuse_term(e, "has no meaning in a proof for every size");
}

// max(a, b, ..) where it is shown which one is the largest for all sizes and inputs.
Laurent Terms::extreme(const Expression& e) {
  std::optional<Laurent> best;
  for (const Expression& child : e->children) {
    const Laurent value = (*this)(child);
    if (!best) {
      best = value;
      continue;
    }
    const auto first = compared(e->name == "max" ? Op::greater_equal : Op::less_equal, *best, value);
    const auto second = compared(e->name == "max" ? Op::less_equal : Op::greater_equal, *best, value);
    if (first != true && second != true) refuse_term(e, "is not the same one for all sizes and inputs");
    if (first != true) best = value;
  }
  if (!best) refuse_term(e, "is no polynomial in sizes and inputs");
  return *best;
}

long Terms::count(const Expression& e) {
  const auto number = (*this)(e).constant();
  const auto k = number ? fits_long(*number) : std::nullopt;
  if (!k || *k < 0 || *k > most_repetitions)
    refuse_term(e, "is no number from 0 to 64; give the size that it depends on");
  return *k;
}

// Whether a name in it is bound here, of which `whole` knows nothing.
bool Terms::reads_bound(const Expression& e) const {
  if (bound_.empty()) return false;
  const auto free = language::free_names(e);
  return std::any_of(bound_.begin(), bound_.end(), [&](const auto& bound) {
    return std::find(free.begin(), free.end(), bound.first) != free.end();
  });
}

Laurent Terms::operator()(const Expression& e) {
  if (++steps_ > most_steps) refuse_term(e, "takes too many steps");
  const auto child = [&](std::size_t k) { return (*this)(e->children[k]); };
  if (names_.whole && !reads_bound(e)) {
    if (const auto value = names_.whole(e)) return *value;
  }
  switch (e->op) {
    case Op::number:
      return {e->value};
    case Op::name:
    case Op::subscript:
    case Op::call:
      return named(e);
    case Op::negate:
      return -child(0);
    case Op::add:
      return child(0) + child(1);
    case Op::subtract:
      return child(0) - child(1);
    case Op::multiply:
      return child(0) * child(1);
    case Op::divide: {
      const Laurent divisor = child(1);
      const auto inverse = divisor.inverse();
      if (!inverse || !variables_.sizes_alone(divisor) ||
          !(variables_.positive(divisor) || variables_.positive(-divisor))) {
        refuse_term(e, fmt::format("divides by {}, which is no product of sizes that are positive",
                                   divisor.to_string()));
      }
      return child(0) * *inverse;
    }
    case Op::power: {
      const auto exponent = child(1).constant();
      const auto k = exponent ? fits_long(*exponent) : std::nullopt;
      if (!k || *k < 0 || *k > most_repetitions)
        refuse_term(e, "has an exponent that is no number from 0 to 64");
      return power(child(0), *k);
    }
    case Op::div:
      return quotient(e);
    case Op::mod:
      return child(0) - child(1) * quotient(e);
    case Op::conditional:
      return child(condition(e->children[0]) ? 1 : 2);
    case Op::let: {
      const Laurent value = child(0);
      return bound(e->name, value, [&] { return child(1); });
    }
    case Op::iterate: {
      Laurent value = child(0);
      const long times = count(e->children[1]);
      for (long k = 0; k < times; ++k) value = bound(e->name, value, [&] { return child(2); });
      return value;
    }
    case Op::tuple:
      if (e->children.size() == 1) return child(0);
      break;
    case Op::quantifier: {
      if (e->quantifier != Quantifier::sum || e->binders.size() != 1 || e->such_that) break;
      const Range over = range(e->binders[0].range);
      const auto first = over.bounds.low.constant();
      const auto last = over.bounds.high.constant();
      if (!over.whole || !first || !last || *last - *first > Rational(most_repetitions))
        refuse_term(e, "has a number of terms that depends on a size; give this size");
      Laurent sum;
      for (Rational x = *first; x <= *last; x += 1)
        sum += bound(e->binders[0].name, Laurent(x), [&] { return child(0); });
      return sum;
    }
    default:
      break;
  }
  refuse_term(e, "is no polynomial in sizes and inputs");
}

std::optional<Laurent> whole_quotient(const proof::Variables& variables, const Laurent& a, const Laurent& b,
                                      long most) {
  const auto is_quotient = [&](const Laurent& c) {
    const Laurent rest = a - c * b;
    return variables.proves_nonnegative(rest) && variables.proves_nonnegative(b - Laurent(1) - rest);
  };
  for (long c = 0; c <= most; ++c) {
    if (is_quotient(c)) return c;
  }
  const auto inverse = b.inverse();
  if (!inverse) return std::nullopt;
  Laurent multiple;
  for (const auto& [monomial, coefficient] : a.terms()) {
    Laurent term(coefficient);
    for (const auto& [name, exponent] : monomial) {
      if (exponent < 0) return std::nullopt;
      term = term * power(Laurent::variable(name), exponent);
    }
    if (const Laurent part = term * *inverse; variables.is_integer(part)) multiple += part;
  }
  std::vector<Laurent> found{multiple, multiple - Laurent(1), multiple + Laurent(1)};
  // What is left lies between numbers: their quotient.
  const auto bounds = variables.bounds_of(a - multiple * b);
  const auto low = bounds ? bounds->low.constant() : std::nullopt;
  if (low && b.constant()) found.push_back(multiple + Laurent(Rational(floor_of(*low / *b.constant()))));
  for (const Laurent& c : found) {
    if (is_quotient(c)) return c;
  }
  return std::nullopt;
}

// a div b, the same for all inputs.
Laurent Terms::quotient(const Expression& e) {
  const Laurent a = (*this)(e->children[0]);
  const Laurent b = (*this)(e->children[1]);
  if (!variables_.sizes_alone(b) || !variables_.positive(b) || !variables_.is_integer(a) ||
      !variables_.is_integer(b)) {
    refuse_term(e, "is no quotient of an integer by a positive integer in the sizes alone");
  }
  if (const auto c = whole_quotient(variables_, a, b, most_repetitions)) return *c;
  refuse_term(e, "has not the same quotient for all inputs");
}

std::vector<Laurent> Terms::vector(const Expression& e) {
  if (!is_vector(*e)) return {(*this)(e)};
  const auto child = [&](std::size_t k) { return vector(e->children[k]); };
  const auto each = [](std::vector<Laurent> all, const auto& change) {
    for (Laurent& x : all) x = change(x);
    return all;
  };
  const auto factor = [&](std::size_t k) {
    if (is_vector(*e->children[k])) refuse_term(e, "stands in a product of two vectors");
    return (*this)(e->children[k]);
  };
  switch (e->op) {
    case Op::tuple: {
      std::vector<Laurent> result;
      for (const Expression& entry : e->children) {
        const auto part = vector(entry);
        result.insert(result.end(), part.begin(), part.end());
      }
      return result;
    }
    case Op::call:
      return std::vector<Laurent>(to_size(Integer(count(e->children[0]))));
    case Op::conditional:
      return child(condition(e->children[0]) ? 1 : 2);
    case Op::negate:
      return each(child(0), [](const Laurent& x) { return -x; });
    case Op::add:
    case Op::subtract: {
      auto a = child(0);
      const auto b = child(1);
      if (a.size() != b.size()) refuse_term(e, "joins vectors of unequal lengths");
      for (std::size_t k = 0; k < a.size(); ++k) a[k] = e->op == Op::add ? a[k] + b[k] : a[k] - b[k];
      return a;
    }
    case Op::multiply: {
      const bool behind = is_vector(*e->children[1]);
      const Laurent f = factor(behind ? 0 : 1);
      return each(child(behind ? 1 : 0), [&](const Laurent& x) { return f * x; });
    }
    case Op::divide: {
      const Laurent f = (*this)(language::node(Op::divide, {language::number(1), e->children[1]}, e->place));
      return each(child(0), [&](const Laurent& x) { return f * x; });
    }
    default:
      refuse_term(e, "is no vector");
  }
}

Terms::Range Terms::range(const Expression& e) {
  if (e->op == Op::range) {
    const Laurent low = e->children.size() == 1 ? Laurent(1) : (*this)(e->children[0]);
    const Laurent high = (*this)(e->children.back());
    if (!variables_.is_integer(low) || !variables_.is_integer(high))
      refuse_term(e, "has ends that are not shown to be integers");
    return {{low, high}, true, true};
  }
  if (e->op == Op::set && !e->children.empty()) {
    std::set<Rational> numbers;
    bool integer = true;
    for (const Expression& entry : e->children) {
      const auto number = (*this)(entry).constant();
      if (!number) refuse_term(e, "is a set whose numbers depend on a size");
      integer = integer && denominator_of(*number) == 1;
      numbers.insert(*number);
    }
    const Rational first = *numbers.begin();
    const Rational last = *numbers.rbegin();
    const bool whole = integer && last - first + 1 == Rational(Integer(numbers.size()));
    return {{Laurent(first), Laurent(last)}, integer, whole};
  }
  if (e->op == Op::difference) refuse_term(e, "is a difference of sets, which is not read so far");
  refuse_term(e, "is neither a range nor a set of numbers");
}

std::optional<bool> Terms::compared(Op op, const Laurent& a, const Laurent& b) const {
  const auto positive = [&](const Laurent& value) {
    const auto bounds = variables_.bounds_of(value);
    return bounds && variables_.positive(bounds->low);
  };
  const auto not_below = [&](const Laurent& x, const Laurent& y) -> std::optional<bool> {  // x >= y
    if (variables_.proves_nonnegative(x - y)) return true;
    if (positive(y - x)) return false;
    return std::nullopt;
  };
  const auto opposite = [](std::optional<bool> known) -> std::optional<bool> {
    return known ? std::optional(!*known) : std::nullopt;
  };
  switch (op) {
    case Op::greater_equal:
      return not_below(a, b);
    case Op::less_equal:
      return not_below(b, a);
    case Op::greater:
      return opposite(not_below(b, a));
    case Op::less:
      return opposite(not_below(a, b));
    case Op::equal:
    case Op::unequal: {
      std::optional<bool> equal;
      if (a == b) equal = true;
      if (positive(a - b) || positive(b - a)) equal = false;
      return op == Op::equal ? equal : opposite(equal);
    }
    default:
      return std::nullopt;
  }
}

// A = B implies C = D where C - D is a multiple of A - B, by a number.
bool Terms::implies_equation(const Expression& first, const Expression& second) {
  const Expression a = without_parentheses(first);
  const Expression b = without_parentheses(second);
  if (a->op != Op::equal || b->op != Op::equal) return false;
  const Laurent zero = (*this)(a->children[0]) - (*this)(a->children[1]);
  const Laurent shown = (*this)(b->children[0]) - (*this)(b->children[1]);
  const auto quotient = zero.is_zero() ? std::nullopt : shown.exact_quotient(zero);
  return quotient && quotient->constant();
}

std::optional<bool> Terms::decided(const Expression& e) {
  const auto child = [&](std::size_t k) { return decided(e->children[k]); };
  switch (e->op) {
    case Op::logic_not: {
      const auto a = child(0);
      return a ? std::optional(!*a) : std::nullopt;
    }
    case Op::logic_and:
    case Op::logic_or: {
      const bool decisive = e->op == Op::logic_or;
      const auto a = child(0);
      const auto b = child(1);
      if (a == decisive || b == decisive) return decisive;
      return a && b ? std::optional(!decisive) : std::nullopt;
    }
    case Op::implies: {
      const auto a = child(0);
      if (a == std::optional(false)) return true;
      const auto b = child(1);
      if (b == std::optional(true) || implies_equation(e->children[0], e->children[1])) return true;
      return a && b ? std::optional(false) : std::nullopt;
    }
    case Op::tuple:
      return e->children.size() == 1 ? child(0) : std::nullopt;
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return compared(e->op, (*this)(e->children[0]), (*this)(e->children[1]));
    default:
      return std::nullopt;
  }
}

bool Terms::condition(const Expression& e) {
  const auto known = decided(e);
  if (!known) refuse_term(e, "is not shown to hold at all sizes and inputs, nor to fail at all of them");
  return *known;
}

}  // namespace attest::theorems
