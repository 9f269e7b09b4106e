// Reads expressions. Nested at most 64 deep (parentheses, arguments, bodies, prefixes; a sum of many terms is no
// nesting), the tree at most 1,000 deep, at most 10,000 nodes, b^e with a literal e at most 64; ParseError
// otherwise.
//
//   sum j in [n] where j != i: A(i,j)*B(j,k)       max j in [n]: a(j) else 0       1 <= i <= n and not P(i)
//
// A call's parenthesis touches its name (`2..t+1 (l)` is a range and what follows it). In a word, G ++ (x), a
// part in parentheses is a tuple of one. The grammar is docs/language.md.
#pragma once

#include <string>

#include "language/expression.hpp"
#include "language/tokens.hpp"

namespace attest::language {

constexpr long deepest_nesting = 64;
constexpr long deepest_tree = 1000;
constexpr long most_nodes = 10'000;
constexpr long largest_literal_exponent = 64;

// An expression at the cursor; ends before the first token that cannot go on.
Expression parse_expression(TokenStream& tokens);

// Where an expression has ended and something else should stand: what is often meant by what stands there, as
// "; a product is written with *", or nothing.
std::string hint_after_expression(const TokenStream& tokens);

// A whole text as one expression.
Expression parse_expression(const std::string& text);

}  // namespace attest::language
