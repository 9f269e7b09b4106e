// The operators with two sides, in one table that the parser, the printer and docs/language.md follow.
#pragma once

#include <span>
#include <string_view>

#include "language/expression.hpp"

namespace attest::language {

// From what binds least to what binds most.
namespace level {
constexpr int open = 0;  // let, if, quantifiers, iterate: as far to the right as possible
constexpr int implies = 1;
constexpr int logic_or = 2;
constexpr int logic_and = 3;
constexpr int logic_not = 4;
constexpr int comparison = 5;
constexpr int concat = 6;
constexpr int difference = 7;
constexpr int range = 8;
constexpr int sum = 9;
constexpr int product = 10;
constexpr int negation = 11;
constexpr int power = 12;
constexpr int primary = 13;
}  // namespace level

enum class Side { left, right, none, chain };  // a - b - c, a ^ b ^ c, a .. b, a < b < c

struct Operator {
  Op op;
  std::string_view sign;
  int level;
  Side side;
  bool word;    // "div" is a name to the tokenizer, "+" a sign
  bool spaced;  // as it is printed: a + b, a*b
};

std::span<const Operator> operators();
const Operator* find_operator(Op op);  // null: not one with two sides

// The level of an expression that is written by these operators and by nothing else: a chain of comparisons is one of `and`, a number
// is primary, whatever its sign and denominator.
int level_of(const Node& e);

}  // namespace attest::language
