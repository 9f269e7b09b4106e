#include "language/scope.hpp"

#include "language/words.hpp"

namespace attest::language {

namespace {

template <class List>
std::size_t index_of_name(const List& list, std::size_t count, const std::string& name) {
  for (std::size_t k = 0; k < count; ++k) {
    if (list[k].name == name) return k;
  }
  return count;
}

}  // namespace

Scope::Scope(const Names& names) : names_(&names), definitions_(names.definitions.size()) {
  for (const Index& index : names.indices) bind(index.name, Type{});
}

Meaning Scope::find(const std::string& name) const {
  for (std::size_t k = variables_.size(); k-- > 0;) {
    if (variables_[k].name == name) return {Meaning::Kind::variable, variables_[k].slot, variables_[k].type};
  }
  const std::size_t constant = index_of_name(names_->constants, names_->constants.size(), name);
  if (constant < names_->constants.size()) return {Meaning::Kind::constant, constant, {}};
  const std::size_t input = index_of_name(names_->inputs, names_->inputs.size(), name);
  if (input < names_->inputs.size()) return {Meaning::Kind::input, input, {}};
  const std::size_t definition = index_of_name(names_->definitions, definitions_, name);
  if (definition < definitions_) return {Meaning::Kind::definition, definition, {}};
  return {};
}

std::string Scope::description(const Meaning& meaning) const {
  switch (meaning.kind) {
    case Meaning::Kind::variable:
      return meaning.index < names_->indices.size() ? "an index" : "a name bound around this place";
    case Meaning::Kind::constant:
      return "a size or parameter";
    case Meaning::Kind::input:
      return "an input";
    case Meaning::Kind::definition:
      return "a definition";
    case Meaning::Kind::unknown:
      break;
  }
  return "none";
}

std::vector<std::string> Scope::known() const {
  std::vector<std::string> result;
  for (const Variable& variable : variables_) result.push_back(variable.name);
  for (const Constant& constant : names_->constants) result.push_back(constant.name);
  for (const InputShape& input : names_->inputs) result.push_back(input.name);
  for (std::size_t k = 0; k < definitions_; ++k) result.push_back(names_->definitions[k].name);
  return result;
}

std::vector<std::string> Scope::known_functions() const {
  std::vector<std::string> result;
  for (const InputShape& input : names_->inputs) {
    if (!input.domains.empty()) result.push_back(input.name);
  }
  for (std::size_t k = 0; k < definitions_; ++k) {
    if (!names_->definitions[k].arguments.empty()) result.push_back(names_->definitions[k].name);
  }
  for (const BuiltinFunction& function : builtin_functions()) result.push_back(function.name);
  return result;
}

std::size_t Scope::bind(const std::string& name, const std::optional<Type>& type) {
  variables_.push_back({name, slots_, type});
  return slots_++;
}

Scope Scope::inside_of(std::size_t definition) const {
  Scope result = *this;
  result.variables_.clear();
  result.definitions_ = definition;
  return result;
}

}  // namespace attest::language
