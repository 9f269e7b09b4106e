// Expressions of theorem files as MathML, which browsers set without any help.
#pragma once

#include <string>

#include "language/expression.hpp"

namespace attest::report {

// One <math> element; quotients are fractions, subscripts indices, sums have their range below.
std::string mathml(const language::Expression& expression);

// The same as several <math> elements between which a line may break: behind the entries of a tuple, at sums and comparisons
// that stand outside of everything else.
std::string mathml_in_pieces(const language::Expression& expression);

// Prose in which what reads as a formula is one; everything else is escaped.
std::string html_prose(const std::string& text);

}  // namespace attest::report
