#include "theorems/truth_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::theorems {

namespace {

// A domain is read by place, so that it has no gaps; the values of an input lie between their ends.
language::Range range_of_domain(const std::vector<long>& values, const std::string& name) {
  if (values.empty()) return {};
  if (values.back() - values.front() + 1 != static_cast<long>(values.size())) {
    throw UsageError(fmt::format("the input {} has gaps in its domain; that is not evaluated so far", name));
  }
  return {values.front(), values.back()};
}

}  // namespace

language::Names truth_names(const TheoremText& text, const InputLayout& layout,
                            const std::map<std::string, Rational>& constants) {
  language::Names names;
  for (const auto& [name, value] : constants) names.constants.push_back({name, value});
  for (const InputField& field : layout.fields()) {
    language::InputShape shape;
    shape.name = field.name;
    for (const auto& domain : field.domains) shape.domains.push_back(range_of_domain(domain, field.name));
    if (!field.values.empty()) shape.values = {field.values.front(), field.values.back()};
    names.inputs.push_back(std::move(shape));
  }
  for (const LetStatement& let : text.lets) names.definitions.push_back({let.name, let.arguments, let.value});
  return names;
}

long machine_index(const TokenTable& table, attention::Token token, std::size_t k) {
  const auto value = fits_long(table.indices_of(token)[k]);
  if (!value) throw UsageError("a token's index is no integer of 64 bits");
  return *value;
}

language::Index index_of_tokens(const std::string& name, std::size_t k, const TokenTable& table,
                                const std::vector<attention::Token>& tokens) {
  language::Index index{name, {}};
  for (const attention::Token token : tokens) {
    const long value = machine_index(table, token, k);
    const bool first = token == tokens.front();
    index.range.first = first ? value : std::min(index.range.first, value);
    index.range.last = first ? value : std::max(index.range.last, value);
  }
  return index;
}

}  // namespace attest::theorems
