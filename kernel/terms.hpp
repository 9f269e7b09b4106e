// Terms of Coq's integers (Z): what polynomials and a theorem's expressions are there.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "language/expression.hpp"
#include "verification/proof/laurent.hpp"

namespace attest::theorems::coq {

// What stands for a variable of a polynomial: a name, or a function at an argument, "phi j".
using Atoms = std::function<std::string(const std::string& variable)>;

// "- n ^ 2 * j + 2 * n"; std::nullopt where a coefficient is no integer or an exponent is negative.
std::optional<std::string> integer(const proof::Laurent& value, const Atoms& atoms);

// In parentheses where it is no name and no number without a sign: the argument of a function.
std::string argument(const std::string& term);

// What a name, a subscript or a call of an expression is; nothing where it has no meaning.
using Written = std::function<std::optional<std::string>(const language::Node&)>;

// Names, whole numbers, + - * ^, `if a <= b then .. else ..` and what `written` knows. Refusal (coq) for others, with the line.
std::string integer(const language::Expression& expression, const Written& written);

// A reader's words within a comment of Coq, which they can neither end nor begin anew; a quotation mark would begin a string there.
std::string in_comment(std::string words);

// Names of a theorem as names of Coq: one that Coq or the exported text has a meaning for gets a dash below.
class Names {
 public:
  std::string operator()(const std::string& name) const;
};

}  // namespace attest::theorems::coq
