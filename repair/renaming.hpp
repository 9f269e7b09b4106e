// Tokens under other names, all at once: i to j and j to k.
#pragma once

#include <map>
#include <string>

#include "language/expression.hpp"

namespace attest::theorems::repair {

// Whether the expression has this name, as a name or as an index (phi_i). Bound names are names here.
bool names_index(const language::Expression& e, const std::string& name);

language::Expression renamed(const language::Expression& e, const std::map<std::string, std::string>& names);

}  // namespace attest::theorems::repair
