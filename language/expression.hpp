// Expressions of theorem files: the syntax tree alone. Who evaluates it stands elsewhere, twice, with nothing
// in common but this tree: truth (language/truth.hpp) and networks (attention/).
//
//   sum j in [n]: A(i,j)*B(j,k)         max j in [n]: a(j) else 0        if i <= n then a(i) else 0
//
// A tree is immutable and shared; copying one is cheap.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "language/message.hpp"
#include "numeric/integer.hpp"

namespace attest::language {

enum class Op {
  number,     // 3, 1/2 is a quotient                             value
  text,       // "abc", only where a statement asks for one       name
  name,       // n, phi, stream                                   name
  subscript,  // phi_i, num_j: a feature of another token         name (phi), 1 child: the index (a name or a
              // number); see whole_name
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
  difference,   // S \ T: what is in S and not in T                  2 children
  tuple,        // (a, b, c), (x) in a word: 1 child                 children
  concat,       // G ++ H                                            2 children
  quantifier,  // sum, product, count, exists, forall, max, min, argmax, argmin, least, each    see Quantifier
  iterate,     // iterate y from a for k times: e                   name y; children a, k, e
  table,       // a known function at (x, y); no text is read so   table, children: the arguments
};

// `each` makes a vector, an entry for each choice of its indices.
enum class Quantifier { sum, product, count, exists, forall, max, min, argmax, argmin, least, each };
// Of argmax and argmin over ties; `any` makes every best index a right answer.
enum class Tie { unstated, first, last, unique, any };

struct Binder {
  std::string name;
  std::shared_ptr<const struct Node> range;  // a range or a set
  Place place;
};

// A function over finite sets whose values are known. It says what they are; each evaluator looks them up by itself.
struct KnownTable {
  std::string name;
  std::vector<std::vector<Rational>> domains;  // of every argument, ascending
  std::vector<Rational> cells;                 // the last argument fastest
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
  std::shared_ptr<const KnownTable> table;
};

using Expression = std::shared_ptr<const Node>;

// A word phi_i is read as a subscript, as the parser knows no names: the last underscore is followed by a word
// of letters and digits or by a number without leading zeros. Whoever resolves names looks for the whole word
// first ("phi_i": a size, an index, a feature may be called so) and only then for phi at i. Names of calls and
// members are whole words always.
std::string whole_name(const Node& subscript);

// The word of a quantifier, "argmax"; of an operator with two sides, "<=".
std::string to_string(Quantifier quantifier);
std::string to_string(Op op);
std::string to_string(Tie tie);  // "first"; empty for Tie::unstated
// [k], a..b, {1, 3}, S \ T: what lists elements. (A factor times a set is another operation.)
bool makes_set(Op op);
// max, min, argmax, argmin, least: they need a range that is not empty, or `else`.
bool takes_else(Quantifier quantifier);

// For programs that build trees. The place of a node spans what it was read from, as far as its line goes.
Expression number(const Rational& value, Place place = {});
Expression name(std::string text, Place place = {});
Expression node(Op op, std::vector<Expression> children, Place place = {}, std::string text = {});
Expression cell_of(std::shared_ptr<const KnownTable> table, std::vector<Expression> arguments,
                   Place place = {});

// As it is written, with the fewest parentheses (but for those around `argmax .. first` before an operator): parse(to_string(e)) is the same tree but for places, for every
// tree that was read. (Of trees that no text gives, as a negative number, it is one with the same value, but for tables,
// which are written as calls, T(x, y).)
std::string to_string(const Expression& expression);
// The same tree, places aside.
bool same(const Expression& a, const Expression& b);
// Every `name` (free in the expression) replaced, whole words of subscripts included; bound names are respected.
// std::invalid_argument where a name of the replacement would be captured, or where the replacement cannot stand
// (only a name can replace the name of a call, a member or a subscript); NoIndex where one stands in the place of an index
// that is neither a name nor a whole number.
class NoIndex : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};
Expression substitute(const Expression& expression, const std::string& name, const Expression& replacement);
// Names that occur free, sorted, each once: of Op::name, and the base names of subscripts, calls (but for
// built-in functions, language/words.hpp) and members. A subscript whose whole word is bound here is no free name.
std::vector<std::string> free_names(const Expression& expression);

}  // namespace attest::language
