#include "language/exact_evaluation.hpp"

#include <fmt/format.h>

#include <optional>

#include "language/exact_evaluator.hpp"

namespace attest::language {

Value ExactEvaluation::value(const Resolved& e) {
  if (e.type.kind == Type::Kind::number && e.op != Op::name) return Value(number(e));
  switch (e.op) {
    case Op::name:
      return slots_[e.slot];
    case Op::conditional:
      return value(truth(*e.children[0]) ? *e.children[1] : *e.children[2]);
    case Op::let:
      slots_[e.slot] = value(*e.children[0]);
      return value(*e.children[1]);
    case Op::iterate:
      return iterate(e);
    case Op::quantifier:
      if (e.quantifier == Quantifier::exists || e.quantifier == Quantifier::forall) break;
      return best(e);
    default:
      break;
  }
  if (e.type.kind == Type::Kind::truth) return Value(truth(e));
  return e.type.kind == Type::Kind::tuple ? tuple(e) : set(e);
}

bool ExactEvaluation::truth(const Resolved& e) {
  const auto part = [&](std::size_t k) { return truth(*e.children[k]); };
  switch (e.op) {
    case Op::name:
      return slots_[e.slot].truth();
    case Op::conditional:
      return part(0) ? part(1) : part(2);
    case Op::let:
      slots_[e.slot] = value(*e.children[0]);
      return part(1);
    case Op::iterate:
      return iterate(e).truth();
    case Op::logic_not:
      return !part(0);
    case Op::logic_and:
      return part(0) && part(1);
    case Op::logic_or:
      return part(0) || part(1);
    case Op::implies:
      return !part(0) || part(1);
    case Op::element:
      return is_element(e);
    case Op::quantifier: {
      const bool wanted = e.quantifier == Quantifier::exists;
      return each_index(e, [&] { return part(0) == wanted; }) == wanted;
    }
    case Op::equal:
    case Op::unequal: {
      const Value left = value(*e.children[0]);
      return (left == value(*e.children[1])) == (e.op == Op::equal);
    }
    default:
      break;
  }
  const Rational a = number(*e.children[0]);
  const Rational b = number(*e.children[1]);
  ++words_;
  switch (e.op) {
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    default:
      return a >= b;
  }
}

bool ExactEvaluation::is_element(const Resolved& e) {
  const Value element = value(*e.children[0]);
  const Resolved& over = *e.children[1];
  if (over.op != Op::range) return value(over).contains(element);
  const auto [first, last] = ends(over);
  const Rational number = element.number();
  return denominator_of(number) == 1 && number >= first && number <= last;
}

std::pair<Rational, Rational> ExactEvaluation::ends(const Resolved& range) {
  if (range.children.size() == 1)
    return {Rational(1), Rational(whole(*range.children[0], "the end of a range"))};
  const Integer first = whole(*range.children[0], "the begin of a range");
  return {Rational(first), Rational(whole(*range.children[1], "the end of a range"))};
}

Value ExactEvaluation::set(const Resolved& e) {
  std::vector<Value> elements;
  if (e.op == Op::range) {
    each_element(e, [&](const Value& element) {
      add_element(e, elements, element);
      return false;
    });
  } else if (e.op == Op::set) {
    for (const ResolvedPointer& child : e.children) elements.push_back(value(*child));
  } else if (e.op == Op::difference) {
    const Value without = value(*e.children[1]);
    const Value all = value(*e.children[0]);
    for (const Value& element : all.elements()) {
      if (!without.contains(element)) elements.push_back(element);
    }
  } else {  // a set times or over a number
    const bool set_first = e.children[0]->type.kind == Type::Kind::set;
    const Rational factor = number(*e.children[set_first ? 1 : 0]);
    const Value over = value(*e.children[set_first ? 0 : 1]);
    for (const Value& element : over.elements()) {
      elements.emplace_back(arithmetic(e, element.number(), factor));
    }
  }
  return Value::set(std::move(elements));
}

void ExactEvaluation::add_element(const Resolved& e, std::vector<Value>& elements, const Value& element) {
  if (elements.size() >= largest_set) exceed(e, fmt::format("a set of more than {} elements", largest_set));
  elements.push_back(element);
}

Value ExactEvaluation::tuple(const Resolved& e) {
  std::vector<Value> parts;
  if (e.op == Op::tuple) {
    for (const ResolvedPointer& child : e.children) parts.push_back(value(*child));
  } else if (e.op == Op::negate) {
    const Value positive = value(*e.children[0]);
    for (const Value& part : positive.parts()) parts.emplace_back(Rational(-part.number()));
  } else {
    const Value left = value(*e.children[0]);
    const Value right = value(*e.children[1]);
    if (e.op == Op::concat) {
      parts = left.parts();
      parts.insert(parts.end(), right.parts().begin(), right.parts().end());
    } else {
      for (std::size_t k = 0; k < static_cast<std::size_t>(e.type.width); ++k) {
        const auto at = [&](const Value& v) {
          return (v.kind() == Type::Kind::tuple ? v.parts()[k] : v).number();
        };
        parts.emplace_back(arithmetic(e, at(left), at(right)));
      }
    }
  }
  return Value::tuple(std::move(parts));
}

Rational ExactEvaluation::total(const Resolved& e) {
  Rational result = e.quantifier == Quantifier::product ? 1 : 0;
  each_index(e, [&] {
    const Resolved& body = *e.children[0];
    if (e.quantifier == Quantifier::count) {
      result += truth(body) ? 1 : 0;
    } else if (e.quantifier == Quantifier::sum) {
      result = counted(e, result + number(body));
    } else {
      result = counted(e, result * number(body));
    }
    return false;
  });
  return result;
}

Value ExactEvaluation::index_value(const Resolved& e) const {
  if (e.binders.size() == 1) return slots_[e.binders[0].slot];
  std::vector<Value> parts;
  for (const ResolvedBinder& binder : e.binders) parts.push_back(slots_[binder.slot]);
  return Value::tuple(std::move(parts));
}

// max, min, argmax, argmin, least.
Value ExactEvaluation::best(const Resolved& e) {
  std::optional<Rational> best;
  std::vector<Value> winners;  // all that attain it
  const bool downwards = e.quantifier == Quantifier::min || e.quantifier == Quantifier::argmin;
  const bool least = e.quantifier == Quantifier::least;
  const bool indices = least || e.quantifier == Quantifier::argmax || e.quantifier == Quantifier::argmin;
  each_index(e, [&] {
    if (least) {
      if (!truth(*e.children[0])) return false;
      winners.push_back(index_value(e));
      return true;
    }
    const Rational candidate = number(*e.children[0]);
    if (best && (downwards ? candidate > *best : candidate < *best)) return false;
    if (!best || candidate != *best || e.tie == Tie::last) winners.clear();
    best = candidate;
    // Two tell a tie; only `any` asks for all.
    if (indices && (e.tie == Tie::any || winners.size() < 2)) add_element(e, winners, index_value(e));
    return false;
  });
  if (indices ? winners.empty() : !best) return otherwise(e, "ranges over nothing here");
  if (!indices) return Value(*best);
  if (least || e.tie == Tie::first) return winners.front();
  if (e.tie == Tie::last) return winners.back();
  if (e.tie == Tie::any) return Value::set(std::move(winners));
  if (winners.size() == 1) return winners.front();
  const std::string several =
      fmt::format("has several best indices here, {} and {}", to_string(winners[0]), to_string(winners[1]));
  if (e.tie == Tie::unique) return otherwise(e, several + ",");
  fail(e, fmt::format("'{}' {}; say first, last, unique or any", to_string(e.quantifier), several));
}

Value ExactEvaluation::otherwise(const Resolved& e, const std::string& why) {
  if (e.children.size() > 1) return value(*e.children[1]);
  const char* nothing = e.quantifier == Quantifier::least ? "finds nothing here" : why.c_str();
  fail(e, fmt::format("'{}' {} and has no 'else'", to_string(e.quantifier), nothing));
}

Value ExactEvaluation::iterate(const Resolved& e) {
  Value current = value(*e.children[0]);
  const Integer times = whole(*e.children[1], "how often 'iterate' goes on");
  if (times < 0)
    fail(*e.children[1], fmt::format("'iterate' goes on {} times; it must be 0 or more", times.str()));
  for (Integer k = 0; k < times; ++k) {
    slots_[e.slot] = current;
    current = value(*e.children[2]);
  }
  return current;
}

Value exact_value(const Resolution& resolution, const Names& names, std::span<const long* const> tables,
                  std::span<const long> indices) {
  std::vector<Value> slots(resolution.slots);
  for (std::size_t k = 0; k < indices.size(); ++k) slots[k] = Value(indices[k]);
  return ExactEvaluation(names, tables, std::move(slots)).value(*resolution.root);
}

Value exact_value(const Resolved& part, const Names& names, std::span<const long* const> tables,
                  std::vector<Value> slots) {
  return ExactEvaluation(names, tables, std::move(slots)).value(part);
}

}  // namespace attest::language
