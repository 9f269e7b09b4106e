// A function of one token's state in exact numbers: an expression over the state's coordinates. It is what the element-wise
// functions Q, K, V and psi of several layers are made of (seed 001_9fe7599dfb64bc47.txt, Definitions 2.1 and 2.2, line 94:
// "arbitrary functions"); truth values are 1 and 0.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "numeric/integer.hpp"
#include "numeric/sparse_vector.hpp"

namespace attest::attention {

class StateFunction {
 public:
  enum class Op {
    number,
    coordinate,
    sum,       // of all children
    product,   // of all children
    quotient,  // no value where the divisor is 0
    power,     // an integer exponent from 0 to 65536
    div,       // floors; a positive divisor
    mod,       // a - b * (a div b)
    minimum,
    maximum,
    equal,
    less,
    less_equal,
    logic_not,
    logic_and,  // what comes behind a false one is not looked at
    logic_or,
    conditional,  // only the branch that is taken is looked at
    undefined     // no value anywhere
  };

  static StateFunction number(const Rational& value);
  static StateFunction coordinate(std::size_t index);  // 0-based
  static StateFunction undefined(const std::string& why);
  // Of constants it is a constant. `line`: where it is written, for what has no value; 0: nowhere.
  static StateFunction of(Op op, std::vector<StateFunction> children, long line = 0);

  // Throws UndefinedState (attention/whole_number.hpp) where it has no value at this state.
  Rational operator()(std::span<const Rational> state) const;
  Rational at(const SparseVector& state) const { return (*this)(state.dense()); }

  bool is_constant() const;   // written without a coordinate, and has a value
  std::size_t nodes() const;  // how many its tree has

 private:
  struct Node;
  explicit StateFunction(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

}  // namespace attest::attention
