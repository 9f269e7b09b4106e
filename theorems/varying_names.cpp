#include "theorems/varying_names.hpp"

#include <algorithm>

namespace attest::theorems {

using language::Op;

bool speaks_of(const Expression& expression, const std::vector<std::string>& names) {
  if (!expression) return false;
  const auto free = language::free_names(expression);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(free.begin(), free.end(), name) != free.end();
  });
}

std::vector<std::string> varying_names(const TheoremText& text, std::vector<std::string> names,
                                       const std::set<std::string>& given) {
  if (names.empty()) return names;
  const auto is_size = [&](const std::string& name) {
    return std::any_of(text.sizes.begin(), text.sizes.end(),
                       [&](const SizeStatement& size) { return size.name == name; });
  };
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return false;
    names.push_back(name);
    return true;
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const LetStatement& let : text.lets) {
      if (speaks_of(let.value, names)) grown = add(let.name) || grown;
    }
    for (const ParameterStatement& parameter : text.parameters) {
      const bool hangs = parameter.automatic || speaks_of(parameter.value, names) ||
                         speaks_of(parameter.range, names) ||
                         std::any_of(parameter.domains.begin(), parameter.domains.end(),
                                     [&](const Expression& domain) { return speaks_of(domain, names); });
      if (hangs && !given.contains(parameter.name)) grown = add(parameter.name) || grown;
    }
    for (const SizeStatement& size : text.sizes) {
      if (size.condition->op != Op::equal || !speaks_of(size.condition, names)) continue;
      for (const std::string& name : language::free_names(size.condition)) {
        if (is_size(name)) grown = add(name) || grown;
      }
    }
  }
  return names;
}

}  // namespace attest::theorems
