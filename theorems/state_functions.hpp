// Expressions over one token's state become functions of it (attention/state_function.hpp) at given sizes: definitions and
// ranges written out, names of coordinates in the place of numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attention/state_function.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

// The coordinates of a state that have a name: `side = zeros(3)` is the block of the coordinates side(1), side(2), side(3).
struct StateNames {
  struct Block {
    std::size_t first = 0;
    std::size_t length = 1;
    bool is_vector = false;
  };
  std::map<std::string, Block> blocks;
  // Features and indices that coordinates hold from the beginning, pos = i: the functions may call them so where it is one.
  std::map<std::string, std::vector<std::size_t>> held;
  std::vector<std::string> indices;  // of the tokens, as their statement calls them
  std::size_t width = 0;

  // Nothing where e is no coordinate. NetworkError for one that is not there, side(4).
  std::optional<std::size_t> coordinate(const language::Node& e, const NetworkNames& constants) const;
};

class StateFunctions {
 public:
  // `indices`: what the token's indices are called here, in pos_i. Keeps references.
  StateFunctions(const StateNames& names, const std::vector<std::string>& indices,
                 const NetworkNames& constants)
      : names_(names), indices_(indices), constants_(constants) {}

  // NetworkError for what defines no object, UsageError for what is not evaluated.
  attention::StateFunction number(const language::Expression& expression) const;
  std::vector<attention::StateFunction> vector(const language::Expression& expression) const;

 private:
  struct Bound;
  // A number or, of a condition, 1 or 0.
  attention::StateFunction value(const language::Expression& e, const Bound& bound) const;
  attention::StateFunction number(const language::Expression& e, const Bound& bound) const;
  attention::StateFunction truth(const language::Expression& e, const Bound& bound) const;
  bool is_truth(const language::Node& e, const Bound& bound) const;
  attention::StateFunction call(const language::Expression& e, const Bound& bound) const;
  attention::StateFunction quantified(const language::Expression& e, const Bound& bound) const;
  std::vector<attention::StateFunction> each(const language::Expression& e, std::size_t depth,
                                             const Bound& around) const;
  std::vector<attention::StateFunction> unit(const language::Expression& e, const Bound& bound) const;
  std::vector<Rational> members(const language::Binder& binder, const Bound& around) const;
  std::vector<attention::StateFunction> vector(const language::Expression& e, const Bound& bound) const;
  std::optional<std::size_t> coordinate(const language::Node& e, const Bound& bound) const;
  std::optional<std::size_t> held(const language::Node& name) const;
  bool speaks_of_state(const language::Node& e, const Bound& bound) const;

  const StateNames& names_;
  const std::vector<std::string>& indices_;
  const NetworkNames& constants_;
};

}  // namespace attest::theorems
