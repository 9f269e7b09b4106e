#include <stdexcept>
#include <utility>

#include "language/parser.hpp"
#include "language/resolver.hpp"

namespace attest::language {

namespace {

constexpr long most_resolved = 100'000;  // nodes, definitions unfolded
constexpr long deepest_resolved = 2 * deepest_tree;

}  // namespace

Resolution Resolver::run(const Expression& expression, std::optional<Type::Kind> expected) {
  ResolvedPointer root = resolved(expression);
  if (root && expected) {
    if (*expected == Type::Kind::truth)
      root = as_truth(root, "as the whole");
    else if (*expected == Type::Kind::number)
      root = as_number(root, "as the whole");
    else if (root->type.kind != *expected)
      note(root->place,
           fmt::format("expected {} as the whole, found {}",
                       *expected == Type::Kind::set ? "a set" : "a tuple", to_string(root->type)));
  }
  if (!messages_.empty()) {
    std::stable_sort(messages_.begin(), messages_.end(), [](const Message& a, const Message& b) {
      return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    throw ParseError(std::move(messages_));
  }
  return {std::move(root), scope_.slots()};
}

std::nullptr_t Resolver::note(const Place& place, const std::string& text) {
  messages_.push_back({place, text});
  return nullptr;
}

ResolvedPointer Resolver::resolved(const Expression& e) {
  if (++nodes_ > most_resolved) {
    throw ParseError(
        {{e->place, fmt::format("the expression unfolds to more than {} parts", most_resolved)}});
  }
  if (depth_ > deepest_resolved) {
    throw ParseError(
        {{e->place, fmt::format("the expression unfolds to more than {} levels", deepest_resolved)}});
  }
  ++depth_;
  ResolvedPointer result = by_op(e);
  --depth_;
  return result;
}

ResolvedPointer Resolver::by_op(const Expression& e) {
  switch (e->op) {
    case Op::number: {
      Resolved result = begun(e, number_type);
      result.value = e->value;
      return make(std::move(result));
    }
    case Op::text:
      return note(e->place, "a text is no value here");
    case Op::name:
      return named(e->name, e->place);
    case Op::subscript:
      return subscript(e);
    case Op::call:
      return call(e);
    case Op::member:
      return note(e->place,
                  fmt::format("'{}' is a coordinate of a network; a task's answer reads sizes, inputs "
                              "and indices alone",
                              to_string(e)));
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
      return linear(e);
    case Op::power:
    case Op::div:
    case Op::mod:
      return numeric(e);
    case Op::equal:
    case Op::unequal:
      return equality(e);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return comparison(e);
    case Op::logic_not:
    case Op::logic_and:
    case Op::logic_or:
    case Op::implies:
      return logic(e);
    case Op::element:
      return element(e);
    case Op::conditional:
      return conditional(e);
    case Op::let:
      return let(e);
    case Op::range:
      return range(e);
    case Op::set:
      return set(e);
    case Op::difference:
      return difference(e);
    case Op::tuple:
      return tuple(e);
    case Op::concat:
      return concat(e);
    case Op::quantifier:
      return quantifier(e);
    case Op::iterate:
      return iterate(e);
    case Op::table:
      return table(e);
  }
  throw std::logic_error("resolve: an operation without a rule");
}

ResolvedPointer Resolver::as_number(const ResolvedPointer& e, const std::string& where) {
  if (!e || e->type == number_type) return e;
  return note(e->place, fmt::format("expected a number {}, found {}{}", where, to_string(e->type),
                                    e->type == truth_type ? "; ind(P) is 1 where P is true, else 0" : ""));
}

// A condition made of e, if e is one or a cell of a relation; null without a message otherwise.
ResolvedPointer Resolver::condition_of(const ResolvedPointer& e) const {
  if (e->type == truth_type) return e;
  if (e->type != number_type) return nullptr;
  if (e->op == Op::conditional || e->op == Op::let) {
    Resolved result = *e;
    result.type = truth_type;
    for (std::size_t k = 1; k < result.children.size(); ++k) {
      result.children[k] = condition_of(result.children[k]);
      if (!result.children[k]) return nullptr;
    }
    return make(std::move(result));
  }
  if (e->op != Op::call || e->builtin != Builtin::none) return nullptr;
  const Range& values = names_.inputs[e->input].values;
  if (values.first < 0 || values.last > 1) return nullptr;
  Resolved zero;
  zero.type = number_type;
  zero.place = e->place;
  Resolved result;
  result.op = Op::unequal;
  result.type = truth_type;
  result.place = e->place;
  result.children = {e, make(std::move(zero))};
  return make(std::move(result));
}

ResolvedPointer Resolver::as_truth(const ResolvedPointer& e, const std::string& where) {
  if (!e) return nullptr;
  if (ResolvedPointer condition = condition_of(e)) return condition;
  return note(
      e->place,
      fmt::format("expected a condition {}, found {}{}", where, to_string(e->type),
                  e->type == number_type ? "; compare it (only inputs of 0 and 1 are relations)" : ""));
}

// The two as one type; false with a message where they are of two.
bool Resolver::unify(ResolvedPointer& a, ResolvedPointer& b, const Place& place, const std::string& what) {
  if (!a || !b) return false;
  if (a->type == b->type) return true;
  if (a->type == truth_type || b->type == truth_type) {
    const ResolvedPointer left = condition_of(a);
    const ResolvedPointer right = condition_of(b);
    if (left && right) {
      a = left;
      b = right;
      return true;
    }
  }
  note(place, fmt::format("{} are of two types: {} and {}", what, to_string(a->type), to_string(b->type)));
  return false;
}

Resolution resolve(const Expression& expression, const Names& names, std::optional<Type::Kind> expected) {
  return Resolver(names).run(expression, expected);
}

}  // namespace attest::language
