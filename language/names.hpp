// What the names of an expression mean: sizes and parameters with their values, inputs with their shapes,
// indices with their ranges, definitions.
#pragma once

#include <string>
#include <vector>

#include "language/expression.hpp"

namespace attest::language {

struct Range {  // first..last; empty where last < first
  long first = 1;
  long last = 0;
  bool operator==(const Range&) const = default;
  bool contains(long value) const { return first <= value && value <= last; }
  // How many; Ranges are those of inputs, which have at most 2^40 cells (resolve refuses others).
  long size() const { return last < first ? 0 : last - first + 1; }
};

// G : [n] -> [m] at n = 3, m = 2 is {"G", {{1, 3}}, {1, 2}}; a number has no domains. Where the values are 0 or
// 1 alone the input is a relation, too: A(i,j) may stand where a condition is expected.
struct InputShape {
  std::string name;
  std::vector<Range> domains;
  Range values;
  long cells() const;
};

struct Constant {
  std::string name;
  Rational value;
};

struct Index {
  std::string name;
  Range range;
};

// let s(i,j) = value. It sees constants, inputs and the definitions before it, no indices.
struct Definition {
  std::string name;
  std::vector<std::string> arguments;
  Expression value;
};

struct Names {
  std::vector<Constant> constants;
  std::vector<InputShape> inputs;
  std::vector<Index> indices;
  std::vector<Definition> definitions;
};

}  // namespace attest::language
