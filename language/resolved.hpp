// An expression whose names and types are known: what the evaluators read. Every variable has a slot of its
// own; constants are numbers; calls are cells of inputs or built-in functions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/expression.hpp"
#include "language/names.hpp"
#include "language/value.hpp"

namespace attest::language {

enum class Builtin { none, max, min, abs, relu, floor, ceil, ind };

struct Resolved;
using ResolvedPointer = std::shared_ptr<const Resolved>;

struct ResolvedBinder {
  std::size_t slot = 0;
  ResolvedPointer range;
};

struct Resolved {
  Op op = Op::number;  // name: a variable; call: a built-in function, or (Builtin::none) a cell of an input
  Type type;
  Place place;
  Rational value;        // number
  std::size_t slot = 0;  // name, let, iterate
  Builtin builtin = Builtin::none;
  std::size_t input = 0;  // call of an input
  std::shared_ptr<const KnownTable> table;
  std::vector<ResolvedPointer> children;
  Quantifier quantifier = Quantifier::sum;
  Tie tie = Tie::unstated;
  std::vector<ResolvedBinder> binders;
  ResolvedPointer such_that;
};

struct Resolution {
  ResolvedPointer root;
  std::size_t slots = 0;  // the first ones are those of the indices
};

// Names and types. ParseError with one message for every mistake: an unknown name, a wrong number of arguments,
// a number where a condition is expected. `expected`: of which type the whole is to be; a number that is 0 or 1
// by its input's shape becomes a condition.
Resolution resolve(const Expression& expression, const Names& names, std::optional<Type::Kind> expected = {});

}  // namespace attest::language
