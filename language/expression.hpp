// Expressions of theorem files: the syntax tree alone. Who evaluates it stands elsewhere, twice, with nothing
// in common but this tree: truth (language/truth.hpp) and networks (attention/).
//
//   sum j in [n]: A(i,j)*B(j,k)         max j in [n]: a(j) else 0        if i <= n then a(i) else 0
//
// A tree is immutable and shared; copying one is cheap.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "language/message.hpp"
#include "numeric/integer.hpp"

namespace attest::language {

enum class Op {
  number,     // 3, 1/2 is a quotient                             value
  text,       // "abc", only where a statement asks for one       name
  name,       // n, phi, stream                                   name
  subscript,  // phi_i, num_j: a feature of another token         name, 1 child: the index (a name or a
              // number)
  call,       // G(x), A(i,j), max(a,b), floor(e), ind(P)         name, children: the arguments
  member,     // stream.6, head.1, head2.5, stream.num            name, then .field: 1 child (number or name)
  negate,     // -e
  logic_not,  // not P
  add,
  subtract,
  multiply,
  divide,
  power,  // 2 children
  div,
  mod,  // 2 children; both floor
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,  // 2 children
  logic_and,
  logic_or,
  implies,      // 2 children
  element,      // x in S                                            2 children
  conditional,  // if P then a else b                             3 children
  let,          // let x = a in b                                    name, 2 children
  range,        // [k] (1..k: 1 child), a..b (2 children)
  set,          // {1, 3, 5}                                         children
  tuple,        // (a, b, c), (x) in a word: 1 child                 children
  concat,       // G ++ H                                            2 children
  quantifier,   // sum, product, count, exists, forall, max, min, argmax, argmin, least    see Quantifier
  iterate,      // iterate y from a for k times: e                   name y; children a, k, e
};

enum class Quantifier { sum, product, count, exists, forall, max, min, argmax, argmin, least };
// Of argmax and argmin over ties; `any` makes every best index a right answer.
enum class Tie { unstated, first, last, unique, any };

struct Binder {
  std::string name;
  std::shared_ptr<const struct Node> range;  // a range or a set
  Place place;
};

struct Node {
  Op op = Op::number;
  Place place;
  Rational value;    // number
  std::string name;  // text, name, subscript, call, member, let, iterate
  std::vector<std::shared_ptr<const Node>> children;
  // quantifier: binders, children[0] the body, children[1] (optional) what `else` says of an empty range;
  // with `such_that` the condition that the indices have to meet.
  Quantifier quantifier = Quantifier::sum;
  Tie tie = Tie::unstated;
  std::vector<Binder> binders;
  std::shared_ptr<const Node> such_that;
};

using Expression = std::shared_ptr<const Node>;

// For programs that build trees.
Expression number(const Rational& value, Place place = {});
Expression name(std::string text, Place place = {});
Expression node(Op op, std::vector<Expression> children, Place place = {}, std::string text = {});

// As it is written, with the fewest parentheses: parse(to_string(e)) is the same tree but for places.
std::string to_string(const Expression& expression);
// The same tree, places aside.
bool same(const Expression& a, const Expression& b);
// Every `name` (free in the expression) replaced; bound names are respected: a replacement that contains a
// name that would be captured throws std::invalid_argument.
Expression substitute(const Expression& expression, const std::string& name, const Expression& replacement);
// Names that occur free: of Op::name, and the base names of subscripts, calls and members.
std::vector<std::string> free_names(const Expression& expression);

}  // namespace attest::language
