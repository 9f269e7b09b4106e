// The evaluator of networks: expressions of encodings, rows, values, scales and readouts, in exact arithmetic. It shares
// the syntax tree with the evaluator of tasks (language/truth.hpp) and nothing else, so that what a theorem's network
// does and what it should do never come from one piece of code.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "claims/usage_error.hpp"
#include "language/expression.hpp"
#include "language/refused_place.hpp"
#include "numeric/integer.hpp"

namespace attest::theorems {

using attest::to_string;  // of numbers, beside those of this namespace

// What an expression is at one point: a number, a truth value, a set of numbers (ascending), or a tuple.
struct NetworkValue {
  std::variant<Rational, bool, std::vector<Rational>, std::vector<NetworkValue>> content;

  const Rational& number(const language::Place& place) const;  // NetworkError where it is none
  bool truth(const language::Place& place) const;
  bool is_tuple() const { return std::holds_alternative<std::vector<NetworkValue>>(content); }
};

// What defines no object, and where: a name without meaning, a division by zero, vectors of unequal lengths. In a layer that
// is a verdict, ill-formed.
class NetworkError : public std::runtime_error {
 public:
  NetworkError(const language::Place& where, const std::string& text)
      : std::runtime_error(text), place(where) {}
  language::Place place;
};

using language::refuse;
using language::RefusedPlace;

// Meanings of names. Each is asked in turn and answers nothing where the name is not its own.
struct NetworkNames {
  std::function<std::optional<NetworkValue>(const std::string& name)> name;
  // phi_i: the feature `base` of the token that `index` names.
  std::function<std::optional<NetworkValue>(const std::string& base, const std::string& index)> subscript;
  // G(x), A(i,j): the arguments as they are written come with their values, where they have one.
  std::function<std::optional<NetworkValue>(const language::Node& call,
                                            const std::vector<NetworkValue>& arguments)>
      call;
  // stream.6, left.out
  std::function<std::optional<NetworkValue>(const std::string& base, const language::Node& field)> member;
};

NetworkValue evaluate(const language::Expression& expression, const NetworkNames& names);
Rational evaluate_number(const language::Expression& expression, const NetworkNames& names);
bool evaluate_truth(const language::Expression& expression, const NetworkNames& names);
// A range or a set.
std::vector<Rational> evaluate_set(const language::Expression& expression, const NetworkNames& names);
// Whether x is in it; a range may be of any length.
bool is_member(const Rational& x, const language::Expression& set, const NetworkNames& names);
// A tuple of numbers; a number is a tuple of one.
std::vector<Rational> evaluate_vector(const language::Expression& expression, const NetworkNames& names);

}  // namespace attest::theorems
