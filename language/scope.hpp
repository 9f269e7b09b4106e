// Which names are known at a place of an expression, and what they mean there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "language/names.hpp"
#include "language/value.hpp"

namespace attest::language {

struct Meaning {
  enum class Kind { unknown, variable, constant, input, definition };
  Kind kind = Kind::unknown;
  std::size_t index = 0;     // the slot of a variable, else the place in Names
  std::optional<Type> type;  // of a variable; absent where what it stands for is wrong
};

class Scope {
 public:
  explicit Scope(const Names& names);  // the indices are its first variables

  Meaning find(const std::string& name) const;
  std::string description(const Meaning& meaning) const;  // "a size or parameter"
  std::vector<std::string> known() const;                 // every name
  std::vector<std::string> known_functions() const;       // those that take arguments, and built-in ones

  std::size_t bind(const std::string& name, const std::optional<Type>& type);  // its slot
  std::size_t mark() const { return variables_.size(); }
  void back_to(std::size_t mark) { variables_.resize(mark); }
  std::size_t slots() const { return slots_; }

  // What the body of a definition sees: no variables, and the definitions before it.
  Scope inside_of(std::size_t definition) const;
  void take_slots_of(const Scope& inner) { slots_ = inner.slots_; }

 private:
  struct Variable {
    std::string name;
    std::size_t slot = 0;
    std::optional<Type> type;
  };
  const Names* names_;
  std::vector<Variable> variables_;
  std::size_t slots_ = 0;
  std::size_t definitions_ = 0;  // so many of them are known
};

}  // namespace attest::language
