// One evaluation on rational numbers; language/exact_evaluation.hpp is what others call.
//
//   exact_evaluation.cpp  conditions, sets, tuples, quantifiers
//   exact_numbers.cpp     arithmetic, inputs, functions
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "language/evaluation_error.hpp"
#include "language/exact_evaluation.hpp"

namespace attest::language {

class ExactEvaluation {
 public:
  ExactEvaluation(const Names& names, std::span<const long* const> tables, std::vector<Value> slots)
      : names_(names), tables_(tables), slots_(std::move(slots)) {}

  Value value(const Resolved& e);

 private:
  [[noreturn]] static void fail(const Resolved& e, const std::string& text);
  [[noreturn]] static void exceed(const Resolved& e, const std::string& text);  // EvaluationLimit
  Rational counted(const Resolved& e, Rational result);
  Integer whole(const Resolved& e, const std::string& what);

  // Numbers.

  Rational number(const Resolved& e);
  Rational arithmetic(const Resolved& e, const Rational& a, const Rational& b);
  static const Rational& positive(const Resolved& e, const Rational& divisor);
  Rational raised(const Resolved& e, const Rational& base, const Rational& exponent);
  Rational cell(const Resolved& e);
  Rational known_cell(const Resolved& e);
  Rational builtin(const Resolved& e);

  // Conditions.

  bool truth(const Resolved& e);
  bool is_element(const Resolved& e);

  // Ranges and sets.

  std::pair<Rational, Rational> ends(const Resolved& range);

  // Visits the elements in ascending order until `visit` says true; whether it did.
  template <class Visit>
  bool each_element(const Resolved& e, const Visit& visit) {
    if (e.op != Op::range) {
      const Value elements = value(e);
      return std::any_of(elements.elements().begin(), elements.elements().end(), visit);
    }
    const auto [first, last] = ends(e);
    for (Rational element = first; element <= last; element += 1) {
      if (visit(Value(element))) return true;
    }
    return false;
  }

  // Visits all indices that meet such_that, the last binder fastest, until `visit` says true; whether it did.
  template <class Visit>
  bool each_index(const Resolved& e, const Visit& visit, std::size_t binder = 0) {
    if (binder == e.binders.size()) {
      ++words_;
      return (!e.such_that || truth(*e.such_that)) && visit();
    }
    return each_element(*e.binders[binder].range, [&](const Value& element) {
      slots_[e.binders[binder].slot] = element;
      return each_index(e, visit, binder + 1);
    });
  }

  Value set(const Resolved& e);
  static void add_element(const Resolved& e, std::vector<Value>& elements, const Value& element);

  // Tuples.

  Value tuple(const Resolved& e);

  // Quantifiers and iteration.

  Rational total(const Resolved& e);
  Value index_value(const Resolved& e) const;
  Value best(const Resolved& e);
  Value otherwise(const Resolved& e, const std::string& why);
  Value iterate(const Resolved& e);

  const Names& names_;
  std::span<const long* const> tables_;
  std::vector<Value> slots_;
  long words_ = 0;
};

}  // namespace attest::language
