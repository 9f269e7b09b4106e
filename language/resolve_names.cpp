#include <utility>

#include "language/resolver.hpp"
#include "language/words.hpp"

namespace attest::language {

namespace {

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

}  // namespace

ResolvedPointer Resolver::named(const std::string& name, const Place& place) {
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

ResolvedPointer Resolver::subscript(const Expression& e) {
  const std::string whole = whole_name(*e);
  const Meaning base = scope_.find(e->name);
  const bool function = base.kind == Meaning::Kind::input && names_.inputs[base.index].domains.size() == 1;
  if (scope_.find(whole).kind != Meaning::Kind::unknown || !function) return named(whole, e->place);
  return note(e->place, fmt::format("'{}' is not known here; the value of {} at {} is {}({})", whole, e->name,
                                    to_string(e->children[0]), e->name, to_string(e->children[0])));
}

std::vector<ResolvedPointer> Resolver::arguments_of(const Expression& e) {
  std::vector<ResolvedPointer> result;
  for (const Expression& child : e->children) result.push_back(resolved(child));
  return result;
}

ResolvedPointer Resolver::call(const Expression& e) {
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
    return note(e->place,
                fmt::format("'{}' takes {}, found {}", e->name, plural(arity, "argument"), arguments.size()));
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

ResolvedPointer Resolver::table(const Expression& e) {
  std::vector<ResolvedPointer> arguments = arguments_of(e);
  for (ResolvedPointer& argument : arguments)
    argument = as_number(argument, fmt::format("as an argument of '{}'", e->table->name));
  return finished(e, number_type, std::move(arguments));
}

ResolvedPointer Resolver::builtin(const Expression& e, std::vector<ResolvedPointer> arguments) {
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
ResolvedPointer Resolver::unfolded(std::size_t index, std::vector<ResolvedPointer> arguments,
                                   const Place& place) {
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
std::size_t Resolver::bind(const std::string& name, const Place& place, const std::optional<Type>& type) {
  const Meaning before = scope_.find(name);
  if (before.kind != Meaning::Kind::unknown) {
    note(place, fmt::format("'{}' has a meaning already: {}", name, scope_.description(before)));
  }
  return scope_.bind(name, type);
}

}  // namespace attest::language
