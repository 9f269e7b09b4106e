#include "theorems/proof/symbolic_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace attest::theorems {

using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr long most_rows = 64;

}  // namespace

SymbolicInput::SymbolicInput(const TheoremText& text, const TermNames& constants, proof::Variables& variables)
    : variables_(variables) {
  for (const InputStatement& input : text.inputs) {
    if (input.shape == Shape::subset)
      throw Refusal("G4", fmt::format("the input {} is a subset, which is not read so far", input.name));
    add(input.name, input.domains, input.range, constants);
  }
  for (const ParameterStatement& parameter : text.parameters) {
    if (!parameter.range) continue;
    add(parameter.name, parameter.domains, parameter.range, constants);
    fields_.back().table = true;
  }
}

void SymbolicInput::add(const std::string& name, const std::vector<Expression>& domains,
                        const Expression& values, const TermNames& constants) {
  Terms terms(variables_, constants, "G4");
  Field field;
  field.name = name;
  const auto range = [&](const Expression& e) {
    const Terms::Range found = terms.range(e);
    if (!variables_.positive(found.bounds.high - found.bounds.low + Laurent(1))) {
      throw Refusal("G4",
                    fmt::format("{} is not shown to have an element for all sizes", language::to_string(e)));
    }
    return found;
  };
  for (const Expression& domain : domains) {
    const Terms::Range found = range(domain);
    if (!found.whole) throw Refusal("G4", fmt::format("the domain {} has gaps", language::to_string(domain)));
    field.domains.push_back(found.bounds);
  }
  const Terms::Range found = range(values);
  field.values = found.bounds;
  field.integer = found.integer;
  field.whole = found.whole;
  fields_.push_back(std::move(field));
}

const SymbolicInput::Field* SymbolicInput::find(const std::string& name) const {
  for (const Field& field : fields_) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

Laurent SymbolicInput::variable(const Field& field, const std::vector<Laurent>& arguments) {
  std::string name = field.name;
  for (std::size_t k = 0; k < arguments.size(); ++k) name += (k == 0 ? "(" : ",") + arguments[k].to_string();
  if (!arguments.empty()) name += ")";
  if (const auto known = known_.find(name); known == known_.end()) {
    variables_.add(name, field.values, field.integer);
    known_.emplace(name, arguments);
  } else if (known->second != arguments) {
    throw std::logic_error("two entries are called " + name);
  }
  return Laurent::variable(name);
}

const std::vector<Laurent>* SymbolicInput::arguments_of(const std::string& entry) const {
  const auto known = known_.find(entry);
  return known == known_.end() ? nullptr : &known->second;
}

bool SymbolicInput::hangs_on(const Laurent& value, const std::string& variable) const {
  const auto names = value.variables();
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const auto* arguments = arguments_of(name);
    return name == variable ||
           (arguments != nullptr && std::any_of(arguments->begin(), arguments->end(),
                                                [&](const Laurent& a) { return hangs_on(a, variable); }));
  });
}

Laurent SymbolicInput::entry(const Field& field, const std::vector<Laurent>& arguments) {
  if (arguments.size() != field.domains.size())
    throw Refusal("G4", fmt::format("{} takes {} arguments", field.name, field.domains.size()));
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const Bounds& domain = field.domains[k];
    if (!variables_.is_integer(arguments[k]) || !variables_.proves_nonnegative(arguments[k] - domain.low) ||
        !variables_.proves_nonnegative(domain.high - arguments[k])) {
      throw Refusal("G4",
                    fmt::format("{} is not shown to be an argument of {}, {} to {}", arguments[k].to_string(),
                                field.name, domain.low.to_string(), domain.high.to_string()));
    }
  }
  return variable(field, arguments);
}

Laurent SymbolicInput::count(const Field& field) const {
  Laurent product(1);
  for (const Bounds& domain : field.domains) product = product * (domain.high - domain.low + Laurent(1));
  return product;
}

Laurent SymbolicInput::entry_at(const Field& field, const Laurent& place) {
  if (field.domains.empty() || field.domains.size() > 2)
    throw Refusal("G4",
                  fmt::format("a word of {}, which takes {} arguments", field.name, field.domains.size()));
  const Bounds& last = field.domains.back();
  if (field.domains.size() == 1) return entry(field, {last.low + place - Laurent(1)});
  // place - 1 = row * (length of a row) + column.
  const Laurent length = last.high - last.low + Laurent(1);
  const Laurent before = place - Laurent(1);
  if (const auto row = whole_quotient(variables_, before, length, most_rows))
    return entry(field, {field.domains.front().low + *row, last.low + before - *row * length});
  throw Refusal("G4",
                fmt::format("it is not shown which row of {} has place {}", field.name, place.to_string()));
}

}  // namespace attest::theorems
