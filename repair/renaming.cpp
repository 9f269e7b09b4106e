#include "repair/renaming.hpp"

#include <algorithm>

namespace attest::theorems::repair {

using language::Expression;
using language::Node;
using language::Op;

bool names_index(const Expression& e, const std::string& name) {
  if (e->op == Op::name && e->name == name) return true;
  return std::any_of(e->children.begin(), e->children.end(),
                     [&](const Expression& child) { return names_index(child, name); });
}

Expression renamed(const Expression& e, const std::map<std::string, std::string>& names) {
  if (e->children.empty() && e->op != Op::name) return e;
  auto copy = std::make_shared<Node>(*e);
  if (e->op == Op::name) {
    if (const auto other = names.find(e->name); other != names.end()) copy->name = other->second;
  }
  for (auto& child : copy->children) child = renamed(child, names);
  return copy;
}

}  // namespace attest::theorems::repair
