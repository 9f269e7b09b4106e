// Expressions of theorem files (docs/language.md), as far as this program knows them: numbers, conditions, tuples, sets, quantifiers.
// Of each there is one reading; what is unknown is refused by its name.
#pragma once

#include <gmpxx.h>

#include <memory>
#include <string>
#include <vector>

namespace attest_check {

enum class Op {
  number,       // value
  name,         // text
  call,         // text, children: the arguments
  operation,    // text: the sign or word; one child or two
  conditional,  // if, then, else
  let,          // text, children: value, body
  iterate,      // text, children: from, times, step
  range,        // children: the end of [k], or both ends of a..b
  set,
  tuple,
  letter,      // (x), which is x, and a word of one letter in front of or behind ++
  quantifier,  // text: its word
};

struct Node;
using Expression = std::shared_ptr<const Node>;

struct Node {
  Op op = Op::number;
  std::string text;
  mpq_class value;
  std::vector<Expression> children;  // of a quantifier: body and, if said, else
  // Of a quantifier.
  std::vector<std::pair<std::string, Expression>> binders;
  Expression such_that;  // null: everything
  std::string tie;       // first, last, unique; empty: not said
};

// Rejection, with what was found and where in the text.
Expression parsed(const std::string& text);

}  // namespace attest_check
