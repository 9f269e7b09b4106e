#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "language/parser.hpp"
#include "language/resolved.hpp"
#include "language/scope.hpp"
#include "language/words.hpp"

namespace attest::language {

namespace {

constexpr long most_resolved = 100'000;  // nodes, definitions unfolded
constexpr long deepest_resolved = 2 * deepest_tree;

constexpr Type number_type{Type::Kind::number, 0};
constexpr Type truth_type{Type::Kind::truth, 0};

std::string plural(std::size_t count, const char* one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

Builtin builtin_called(const std::string& name) {
  constexpr std::pair<const char*, Builtin> exact[] = {
      {"max", Builtin::max},     {"min", Builtin::min},   {"abs", Builtin::abs}, {"relu", Builtin::relu},
      {"floor", Builtin::floor}, {"ceil", Builtin::ceil}, {"ind", Builtin::ind}};
  for (const auto& [word, builtin] : exact) {
    if (name == word) return builtin;
  }
  return Builtin::none;
}

Type element_type(const Type& set) {
  return set.width == 0 ? number_type : Type{Type::Kind::tuple, set.width};
}

// Every method returns null for what is wrong, with its message noted; what stands around it is looked at all
// the same, so that every mistake is told once.
class Resolver {
 public:
  explicit Resolver(const Names& names) : names_(names), scope_(names) {}

  Resolution run(const Expression& expression, std::optional<Type::Kind> expected) {
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

 private:
  std::nullptr_t note(const Place& place, const std::string& text) {
    messages_.push_back({place, text});
    return nullptr;
  }

  static std::optional<Type> type_of(const ResolvedPointer& e) {
    return e ? std::optional(e->type) : std::nullopt;
  }

  static ResolvedPointer make(Resolved node) { return std::make_shared<const Resolved>(std::move(node)); }

  static Resolved begun(const Expression& e, const Type& type) {
    Resolved result;
    result.op = e->op;
    result.type = type;
    result.place = e->place;
    return result;
  }

  ResolvedPointer resolved(const Expression& e) {
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

  ResolvedPointer by_op(const Expression& e) {
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
      case Op::tuple:
        return tuple(e);
      case Op::concat:
        return concat(e);
      case Op::quantifier:
        return quantifier(e);
      case Op::iterate:
        return iterate(e);
    }
    throw std::logic_error("resolve: an operation without a rule");
  }

  // Types.

  ResolvedPointer as_number(const ResolvedPointer& e, const std::string& where) {
    if (!e || e->type == number_type) return e;
    return note(e->place, fmt::format("expected a number {}, found {}{}", where, to_string(e->type),
                                      e->type == truth_type ? "; ind(P) is 1 where P is true, else 0" : ""));
  }

  // A condition made of e, if e is one or a cell of a relation; null without a message otherwise.
  ResolvedPointer condition_of(const ResolvedPointer& e) const {
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

  ResolvedPointer as_truth(const ResolvedPointer& e, const std::string& where) {
    if (!e) return nullptr;
    if (ResolvedPointer condition = condition_of(e)) return condition;
    return note(
        e->place,
        fmt::format("expected a condition {}, found {}{}", where, to_string(e->type),
                    e->type == number_type ? "; compare it (only inputs of 0 and 1 are relations)" : ""));
  }

  // The two as one type; false with a message where they are of two.
  bool unify(ResolvedPointer& a, ResolvedPointer& b, const Place& place, const std::string& what) {
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

  // Names.

  ResolvedPointer named(const std::string& name, const Place& place) {
    const Meaning meaning = scope_.find(name);
    Resolved result;
    result.place = place;
    switch (meaning.kind) {
      case Meaning::Kind::variable:
        if (!meaning.type) return nullptr;  // told where it was bound
        result.op = Op::name;
        result.slot = meaning.index;
        result.type = *meaning.type;
        return make(std::move(result));
      case Meaning::Kind::constant:
        result.value = names_.constants[meaning.index].value;
        return make(std::move(result));
      case Meaning::Kind::input:
        if (!names_.inputs[meaning.index].domains.empty()) {
          return note(place,
                      fmt::format("'{}' is a function of {}; write {}(..)", name,
                                  plural(names_.inputs[meaning.index].domains.size(), "argument"), name));
        }
        result.op = Op::call;
        result.input = meaning.index;
        return make(std::move(result));
      case Meaning::Kind::definition:
        return unfolded(meaning.index, {}, place);
      case Meaning::Kind::unknown:
        break;
    }
    if (find_builtin(name) != nullptr) {
      return note(place, fmt::format("'{0}' is a built-in function; write {0}(..)", name));
    }
    return note(place, fmt::format("'{}' is not known here{}", name, did_you_mean(name, scope_.known())));
  }

  ResolvedPointer subscript(const Expression& e) {
    const std::string whole = whole_name(*e);
    const Meaning base = scope_.find(e->name);
    const bool function = base.kind == Meaning::Kind::input && names_.inputs[base.index].domains.size() == 1;
    if (scope_.find(whole).kind != Meaning::Kind::unknown || !function) return named(whole, e->place);
    return note(e->place,
                fmt::format("'{}' is not known here; the value of {} at {} is {}({})", whole, e->name,
                            to_string(e->children[0]), e->name, to_string(e->children[0])));
  }

  std::vector<ResolvedPointer> arguments_of(const Expression& e) {
    std::vector<ResolvedPointer> result;
    for (const Expression& child : e->children) result.push_back(resolved(child));
    return result;
  }

  ResolvedPointer call(const Expression& e) {
    std::vector<ResolvedPointer> arguments = arguments_of(e);
    const Meaning meaning = scope_.find(e->name);
    if (meaning.kind == Meaning::Kind::definition)
      return unfolded(meaning.index, std::move(arguments), e->place);
    if (meaning.kind == Meaning::Kind::unknown) return builtin(e, std::move(arguments));
    if (meaning.kind != Meaning::Kind::input || names_.inputs[meaning.index].domains.empty()) {
      return note(e->place, fmt::format("'{0}' is no function; a product is written {0}*(..)", e->name));
    }
    const std::size_t arity = names_.inputs[meaning.index].domains.size();
    if (arguments.size() != arity) {
      return note(e->place, fmt::format("'{}' takes {}, found {}", e->name, plural(arity, "argument"),
                                        arguments.size()));
    }
    Resolved result = begun(e, number_type);
    result.input = meaning.index;
    bool whole = true;
    for (const ResolvedPointer& argument : arguments) {
      result.children.push_back(as_number(argument, fmt::format("as an argument of '{}'", e->name)));
      whole = whole && result.children.back();
    }
    return whole ? make(std::move(result)) : nullptr;
  }

  ResolvedPointer builtin(const Expression& e, std::vector<ResolvedPointer> arguments) {
    const BuiltinFunction* function = find_builtin(e->name);
    if (function == nullptr) {
      return note(e->place, fmt::format("the function '{}' is not known here{}", e->name,
                                        did_you_mean(e->name, scope_.known_functions())));
    }
    if (!function->exact) {
      return note(e->place,
                  fmt::format("'{}' has no exact value; it stands in scales and bounds alone", e->name));
    }
    const auto count = static_cast<long>(arguments.size());
    if (count < function->fewest || count > function->most) {
      return note(e->place, fmt::format("'{}' takes 1 argument, found {}", e->name, count));
    }
    Resolved result = begun(e, number_type);
    result.builtin = builtin_called(e->name);
    bool whole = true;
    for (const ResolvedPointer& argument : arguments) {
      const std::string where = fmt::format("as an argument of '{}'", e->name);
      result.children.push_back(result.builtin == Builtin::ind ? as_truth(argument, where)
                                                               : as_number(argument, where));
      whole = whole && result.children.back();
    }
    return whole ? make(std::move(result)) : nullptr;
  }

  // A definition's body with its arguments as values of their own: let a = .. in let b = .. in body.
  ResolvedPointer unfolded(std::size_t index, std::vector<ResolvedPointer> arguments, const Place& place) {
    const Definition& definition = names_.definitions[index];
    if (arguments.size() != definition.arguments.size()) {
      return note(place, fmt::format("'{}' takes {}, found {}", definition.name,
                                     plural(definition.arguments.size(), "argument"), arguments.size()));
    }
    if (std::find(arguments.begin(), arguments.end(), nullptr) != arguments.end()) return nullptr;
    Scope inner = scope_.inside_of(index);
    std::vector<std::size_t> slots;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      slots.push_back(inner.bind(definition.arguments[k], arguments[k]->type));
    }
    std::swap(scope_, inner);
    ResolvedPointer body = resolved(definition.value);
    std::swap(scope_, inner);
    scope_.take_slots_of(inner);
    for (std::size_t k = arguments.size(); body && k-- > 0;) {
      Resolved let;
      let.op = Op::let;
      let.type = body->type;
      let.place = place;
      let.slot = slots[k];
      let.children = {arguments[k], body};
      body = make(std::move(let));
    }
    return body;
  }

  // A new name; a second meaning of a name is a mistake.
  std::size_t bind(const std::string& name, const Place& place, const std::optional<Type>& type) {
    const Meaning before = scope_.find(name);
    if (before.kind != Meaning::Kind::unknown) {
      note(place, fmt::format("'{}' has a meaning already: {}", name, scope_.description(before)));
    }
    return scope_.bind(name, type);
  }

  // Operations.

  ResolvedPointer finished(const Expression& e, const Type& type, std::vector<ResolvedPointer> children) {
    if (std::find(children.begin(), children.end(), nullptr) != children.end()) return nullptr;
    Resolved result = begun(e, type);
    result.children = std::move(children);
    return make(std::move(result));
  }

  ResolvedPointer numeric(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = as_number(parts[k], side(e, k));
    return finished(e, number_type, std::move(parts));
  }

  static std::string side(const Expression& e, std::size_t k) {
    if (e->op == Op::negate) return "after '-'";
    if (e->op == Op::logic_not) return "after 'not'";
    return fmt::format("{} of '{}'", k == 0 ? "on the left" : "on the right", to_string(e->op));
  }

  // + - * / and the minus sign, for numbers and for tuples; factors for sets, too.
  ResolvedPointer linear(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    if (std::find(parts.begin(), parts.end(), nullptr) != parts.end()) return nullptr;
    const auto is_vector = [](const Type& type) { return type.kind == Type::Kind::tuple; };
    const auto is_scalable = [&](const Type& type) {
      return is_vector(type) || (type.kind == Type::Kind::set && type.width == 0);
    };
    const Type first = parts[0]->type;
    if (e->op == Op::negate) {
      if (is_vector(first)) return finished(e, first, std::move(parts));
    } else {
      const Type second = parts[1]->type;
      if (e->op == Op::add || e->op == Op::subtract) {
        if (is_vector(first) && first == second) return finished(e, first, std::move(parts));
        if (is_vector(first) && is_vector(second)) {
          return note(e->place, fmt::format("'{}' stands between tuples of {} and of {}", to_string(e->op),
                                            first.width, second.width));
        }
      } else if (is_scalable(first) && second == number_type) {
        return finished(e, first, std::move(parts));
      } else if (e->op == Op::multiply && first == number_type && is_scalable(second)) {
        return finished(e, second, std::move(parts));
      }
    }
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = as_number(parts[k], side(e, k));
    return finished(e, number_type, std::move(parts));
  }

  ResolvedPointer equality(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    if (!unify(parts[0], parts[1], e->place, fmt::format("the sides of '{}'", to_string(e->op))))
      return nullptr;
    if (parts[0]->type.kind == Type::Kind::set) {
      return note(e->place, "sets are compared element by element, as in forall x in S: x in T");
    }
    return finished(e, truth_type, std::move(parts));
  }

  ResolvedPointer comparison(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    for (std::size_t k = 0; k < 2; ++k) parts[k] = as_number(parts[k], side(e, k));
    return finished(e, truth_type, std::move(parts));
  }

  ResolvedPointer logic(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = as_truth(parts[k], side(e, k));
    return finished(e, truth_type, std::move(parts));
  }

  ResolvedPointer as_set(const ResolvedPointer& e, const std::string& where) {
    if (!e || e->type.kind == Type::Kind::set) return e;
    return note(e->place, fmt::format("expected a range or a set {}, found {}{}", where, to_string(e->type),
                                      e->type == number_type ? "; the numbers 1..k are [k]" : ""));
  }

  ResolvedPointer element(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    parts[1] = as_set(parts[1], "on the right of 'in'");
    if (!parts[0] || !parts[1]) return nullptr;
    if (parts[0]->type != element_type(parts[1]->type)) {
      return note(parts[0]->place,
                  fmt::format("{} is never in {}", to_string(parts[0]->type), to_string(parts[1]->type)));
    }
    return finished(e, truth_type, std::move(parts));
  }

  ResolvedPointer conditional(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    parts[0] = as_truth(parts[0], "after 'if'");
    if (!unify(parts[1], parts[2], e->place, "the values after 'then' and 'else'")) return nullptr;
    const Type type = parts[1]->type;
    return finished(e, type, std::move(parts));
  }

  ResolvedPointer let(const Expression& e) {
    const ResolvedPointer value = resolved(e->children[0]);
    const std::size_t mark = scope_.mark();
    const std::size_t slot = bind(e->name, e->place, type_of(value));
    const ResolvedPointer body = resolved(e->children[1]);
    scope_.back_to(mark);
    if (!value || !body) return nullptr;
    Resolved result = begun(e, body->type);
    result.slot = slot;
    result.children = {value, body};
    return make(std::move(result));
  }

  ResolvedPointer range(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      parts[k] = as_number(parts[k], parts.size() == 1 ? "between '[' and ']'" : side(e, k));
    }
    return finished(e, {Type::Kind::set, 0}, std::move(parts));
  }

  ResolvedPointer set(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    long width = 0;
    if (!parts.empty() && parts[0] && parts[0]->type.kind == Type::Kind::tuple) width = parts[0]->type.width;
    const Type wanted = element_type({Type::Kind::set, width});
    for (ResolvedPointer& part : parts) {
      if (width == 0) {
        part = as_number(part, "in a set");
      } else if (part && part->type != wanted) {
        part = note(part->place, fmt::format("expected {} in a set, as its first element, found {}",
                                             to_string(wanted), to_string(part->type)));
      }
    }
    return finished(e, {Type::Kind::set, width}, std::move(parts));
  }

  ResolvedPointer tuple(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    for (ResolvedPointer& part : parts) part = as_number(part, "as a part of a tuple");
    const auto width = static_cast<long>(parts.size());
    return finished(e, {Type::Kind::tuple, width}, std::move(parts));
  }

  ResolvedPointer concat(const Expression& e) {
    std::vector<ResolvedPointer> parts = arguments_of(e);
    long width = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (!parts[k]) continue;
      if (parts[k]->type.kind != Type::Kind::tuple) {
        parts[k] = note(parts[k]->place,
                        fmt::format("expected a tuple {}, found {}", side(e, k), to_string(parts[k]->type)));
      } else {
        width += parts[k]->type.width;
      }
    }
    return finished(e, {Type::Kind::tuple, width}, std::move(parts));
  }

  ResolvedPointer quantifier(const Expression& e) {
    Resolved result = begun(e, number_type);
    result.quantifier = e->quantifier;
    result.tie = e->tie;
    const std::size_t mark = scope_.mark();
    const std::string word = to_string(e->quantifier);
    const bool names_index = e->quantifier == Quantifier::argmax || e->quantifier == Quantifier::argmin ||
                             e->quantifier == Quantifier::least;
    bool whole = true;
    Type index = number_type;
    for (const Binder& binder : e->binders) {
      const ResolvedPointer over = as_set(resolved(binder.range), fmt::format("for '{}'", binder.name));
      index = over ? element_type(over->type) : number_type;
      if (names_index && over && e->binders.size() > 1 && index != number_type) {
        note(binder.place, fmt::format("'{}' with several indices takes numbers alone", word));
      }
      result.binders.push_back(
          {bind(binder.name, binder.place, over ? std::optional(index) : std::nullopt), over});
      whole = whole && over;
    }
    if (names_index && e->binders.size() > 1)
      index = {Type::Kind::tuple, static_cast<long>(e->binders.size())};
    if (e->such_that) {
      result.such_that = as_truth(resolved(e->such_that), "after 'where'");
      whole = whole && result.such_that;
    }
    const std::string where = fmt::format("after '{} ..:'", word);
    ResolvedPointer body = resolved(e->children[0]);
    const bool condition = e->quantifier == Quantifier::count || e->quantifier == Quantifier::exists ||
                           e->quantifier == Quantifier::forall || e->quantifier == Quantifier::least;
    body = condition ? as_truth(body, where) : as_number(body, where);
    scope_.back_to(mark);
    result.children.push_back(body);
    whole = whole && body;
    if (e->quantifier == Quantifier::exists || e->quantifier == Quantifier::forall) result.type = truth_type;
    if (names_index) result.type = index;
    if (e->tie == Tie::any)
      result.type = {Type::Kind::set, index.kind == Type::Kind::tuple ? index.width : 0};
    if (e->children.size() > 1) {
      ResolvedPointer otherwise = resolved(e->children[1]);
      if (otherwise && whole) otherwise = alternative(otherwise, result.type, index);
      result.children.push_back(otherwise);
      whole = whole && otherwise;
    }
    return whole ? make(std::move(result)) : nullptr;
  }

  // What `else` says, as the type of the whole; of a set of right answers one answer will do.
  ResolvedPointer alternative(const ResolvedPointer& e, const Type& wanted, const Type& index) {
    if (e->type == wanted) return e;
    if (wanted.kind == Type::Kind::set && e->type == index) {
      Resolved single;
      single.op = Op::set;
      single.type = wanted;
      single.place = e->place;
      single.children = {e};
      return make(std::move(single));
    }
    return note(e->place,
                fmt::format("expected {} after 'else', found {}", to_string(index), to_string(e->type)));
  }

  ResolvedPointer iterate(const Expression& e) {
    const ResolvedPointer start = resolved(e->children[0]);
    const ResolvedPointer times = as_number(resolved(e->children[1]), "before 'times'");
    const std::size_t mark = scope_.mark();
    const std::size_t slot = bind(e->name, e->place, type_of(start));
    ResolvedPointer body = resolved(e->children[2]);
    scope_.back_to(mark);
    if (!start || !body) return nullptr;
    if (start->type == truth_type) body = as_truth(body, "as every value of 'iterate', as its first one");
    if (!body || !times) return nullptr;
    if (body->type != start->type) {
      return note(body->place, fmt::format("'{}' is {} at first and {} later", e->name,
                                           to_string(start->type), to_string(body->type)));
    }
    Resolved result = begun(e, start->type);
    result.slot = slot;
    result.children = {start, times, body};
    return make(std::move(result));
  }

  const Names& names_;
  Scope scope_;
  std::vector<Message> messages_;
  long nodes_ = 0;
  long depth_ = 0;
};

}  // namespace

Resolution resolve(const Expression& expression, const Names& names, std::optional<Type::Kind> expected) {
  return Resolver(names).run(expression, expected);
}

}  // namespace attest::language
