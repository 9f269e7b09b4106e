// The size and the input, and terms in them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/exporter.hpp"

namespace attest::theorems::coq {

using language::Expression;
using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

void Exporter::read_size() {
  if (text_.sizes.size() != 1 || theorem_.variables().sizes().size() != 1)
    outside("a theorem with several sizes");
  const SizeStatement& size = text_.sizes.front();
  const Expression& e = size.condition;
  if (e->op != Op::greater_equal || e->children[1]->op != Op::number ||
      e->children[1]->value != Rational(result_.least))
    outside(fmt::format("the sizes {}", language::to_string(e)));
  size_ = size.name;
  result_.size = names_(size.name);
}

void Exporter::read_fields() {
  for (const InputStatement& input : text_.inputs) {
    const SymbolicInput::Field& field = *theorem_.input().find(input.name);
    if (input.shape != Shape::any || field.domains.size() > 1 || !field.integer)
      outside(fmt::format("the input {}", input.name));
    Field one{names_(input.name), !field.domains.empty(), "", sizes(field.values.low, "values"),
              sizes(field.values.high, "values")};
    if (one.function) {
      if (!(field.domains[0].low == Laurent(1))) outside(fmt::format("the domain of {}", input.name));
      one.last = sizes(field.domains[0].high, "a domain");
    }
    result_.fields.push_back(one);
  }
}

std::optional<std::string> Exporter::entry(const std::string& variable) {
  const auto* field = theorem_.input().find(variable);
  if (field != nullptr && field->domains.empty()) return names_(variable);
  const auto* arguments = theorem_.input().arguments_of(variable);
  if (arguments == nullptr || arguments->empty()) return std::nullopt;
  Exported::Entry found{names_(variable.substr(0, variable.find('('))), {}};
  for (const Laurent& a : *arguments) found.arguments.push_back(argument(of_input(a)));
  const std::string text = fmt::format("{} {}", found.field, fmt::join(found.arguments, " "));
  if (entries_.insert(text).second) result_.entries.push_back(found);
  return text;
}

std::string Exporter::of_input(const Laurent& value) {
  const auto text = integer(value, [this, &value](const std::string& name) {
    if (name == size_) return result_.size;
    const auto found = entry(name);
    if (!found) outside(fmt::format("{} in {}", name, value.to_string()));
    return *found;
  });
  if (!text) outside(value.to_string());
  return *text;
}

Written Exporter::written(bool index) const {
  return [this, index](const Node& e) -> std::optional<std::string> {
    if (e.op == Op::call) {
      const auto* field = theorem_input(e.name);
      if (field == nullptr || field->domains.size() != 1 || e.children.size() != 1) return std::nullopt;
      return fmt::format("{} {}", names_(e.name), argument(integer(e.children[0], written(index))));
    }
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    if (index && name == text_.tokens.front().indices[0]) return result_.index;
    if (name == size_) return result_.size;
    const auto* field = theorem_input(name);
    return field != nullptr && field->domains.empty() ? std::optional(names_(name)) : std::nullopt;
  };
}

const SymbolicInput::Field* Exporter::theorem_input(const std::string& name) const {
  return theorem_.input().find(name);
}

}  // namespace attest::theorems::coq
