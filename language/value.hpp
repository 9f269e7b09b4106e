// What an expression is worth: a number, a truth value, a tuple of numbers, a set of numbers or of tuples.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "numeric/integer.hpp"

namespace attest::language {

// The type of a value. `width`: the parts of a tuple; of a set the parts of its elements, 0 for numbers.
struct Type {
  enum class Kind { number, truth, tuple, set };
  Kind kind = Kind::number;
  long width = 0;
  bool operator==(const Type&) const = default;
};

std::string to_string(const Type& type);  // "a number", "a condition", "a tuple of 2", "a set of numbers"

// An integer that fits into a machine word is held as one and never as a Rational, so that equal values are
// equal as they are held. Sets are ascending, each element once (tuples in the order of a dictionary).
class Value {
 public:
  Value() = default;
  explicit Value(bool truth) : held_(truth) {}
  explicit Value(long number) : held_(number) {}
  explicit Value(const Rational& number);
  static Value tuple(std::vector<Value> parts);
  static Value set(std::vector<Value> elements);  // sorts them

  Type::Kind kind() const;
  bool truth() const { return std::get<bool>(held_); }
  Rational number() const;
  const long* machine() const { return std::get_if<long>(&held_); }  // null: not held as a machine integer
  const std::vector<Value>& parts() const& { return std::get<Tuple>(held_).parts; }
  const std::vector<Value>& elements() const& { return std::get<Set>(held_).elements; }
  const std::vector<Value>& parts() const&& = delete;  // they would not outlive it
  const std::vector<Value>& elements() const&& = delete;
  bool contains(const Value& element) const;  // of a set

  bool operator==(const Value& other) const;
  bool operator<(const Value& other) const;  // numbers, and tuples of one width

 private:
  struct Tuple {
    std::vector<Value> parts;
    bool operator==(const Tuple&) const = default;
  };
  struct Set {
    std::vector<Value> elements;
    bool operator==(const Set&) const = default;
  };
  std::variant<long, bool, Rational, Tuple, Set> held_ = 0L;
};

// Sets that are written out (every set but a range) have at most so many elements.
constexpr std::size_t largest_set = 1U << 20U;

std::string to_string(const Value& value);  // "-3/2", "true", "(1, 2)", "{1, 4}"

}  // namespace attest::language
