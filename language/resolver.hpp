// How names and types are found; language/resolved.hpp is what others call.
//
//   resolve.cpp             the walk, and what becomes a number, a condition or one type with another
//   resolve_names.cpp       names, calls, definitions
//   resolve_operations.cpp  operators, sets, tuples
//   resolve_forms.cpp       let, quantifiers, iterate
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "language/resolved.hpp"
#include "language/scope.hpp"

namespace attest::language {

inline constexpr Type number_type{Type::Kind::number, 0};
inline constexpr Type truth_type{Type::Kind::truth, 0};

inline Type element_type(const Type& set) {
  return set.width == 0 ? number_type : Type{Type::Kind::tuple, set.width};
}

// Every method returns null for what is wrong, with its message noted; what stands around it is looked at all
// the same, so that every mistake is told once.
class Resolver {
 public:
  explicit Resolver(const Names& names) : names_(names), scope_(names) {}

  Resolution run(const Expression& expression, std::optional<Type::Kind> expected);

 private:
  std::nullptr_t note(const Place& place, const std::string& text);

  static std::optional<Type> type_of(const ResolvedPointer& e) {
    return e ? std::optional(e->type) : std::nullopt;
  }

  static ResolvedPointer make(Resolved node) { return std::make_shared<const Resolved>(std::move(node)); }

  static Resolved begun(const Expression& e, const Type& type) {
    Resolved result;
    result.op = e->op;
    result.table = e->table;
    result.type = type;
    result.place = e->place;
    return result;
  }

  ResolvedPointer resolved(const Expression& e);
  ResolvedPointer by_op(const Expression& e);

  // Types.

  ResolvedPointer as_number(const ResolvedPointer& e, const std::string& where);
  ResolvedPointer condition_of(const ResolvedPointer& e) const;
  ResolvedPointer as_truth(const ResolvedPointer& e, const std::string& where);
  bool unify(ResolvedPointer& a, ResolvedPointer& b, const Place& place, const std::string& what);

  // Names.

  ResolvedPointer named(const std::string& name, const Place& place);
  ResolvedPointer subscript(const Expression& e);
  std::vector<ResolvedPointer> arguments_of(const Expression& e);
  ResolvedPointer call(const Expression& e);
  ResolvedPointer table(const Expression& e);
  ResolvedPointer builtin(const Expression& e, std::vector<ResolvedPointer> arguments);
  ResolvedPointer unfolded(std::size_t index, std::vector<ResolvedPointer> arguments, const Place& place);
  std::size_t bind(const std::string& name, const Place& place, const std::optional<Type>& type);

  // Operations.

  ResolvedPointer finished(const Expression& e, const Type& type, std::vector<ResolvedPointer> children) {
    if (std::find(children.begin(), children.end(), nullptr) != children.end()) return nullptr;
    Resolved result = begun(e, type);
    result.children = std::move(children);
    return make(std::move(result));
  }

  ResolvedPointer numeric(const Expression& e);
  static std::string side(const Expression& e, std::size_t k);
  ResolvedPointer linear(const Expression& e);
  ResolvedPointer equality(const Expression& e);
  ResolvedPointer comparison(const Expression& e);
  ResolvedPointer logic(const Expression& e);
  ResolvedPointer as_set(const ResolvedPointer& e, const std::string& where);
  ResolvedPointer element(const Expression& e);
  ResolvedPointer conditional(const Expression& e);
  ResolvedPointer let(const Expression& e);
  ResolvedPointer range(const Expression& e);
  ResolvedPointer set(const Expression& e);
  ResolvedPointer difference(const Expression& e);
  ResolvedPointer tuple(const Expression& e);
  ResolvedPointer concat(const Expression& e);
  ResolvedPointer quantifier(const Expression& e);
  ResolvedPointer alternative(const ResolvedPointer& e, const Type& wanted, const Type& index);
  ResolvedPointer iterate(const Expression& e);

  const Names& names_;
  Scope scope_;
  std::vector<Message> messages_;
  long nodes_ = 0;
  long depth_ = 0;
};

}  // namespace attest::language
