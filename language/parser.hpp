// Reads expressions. Depth at most 64, at most 10,000 nodes, b^e with a literal e at most 64; ParseError
// otherwise.
#pragma once

#include <string>

#include "language/expression.hpp"
#include "language/tokens.hpp"

namespace attest::language {

// An expression at the cursor; ends before the first token that cannot go on.
Expression parse_expression(TokenStream& tokens);

// A whole text as one expression.
Expression parse_expression(const std::string& text);

}  // namespace attest::language
