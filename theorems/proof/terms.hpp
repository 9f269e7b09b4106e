// Expressions of a theorem as Laurent polynomials in its sizes and in what depends on the input, for every size at once. What has
// no such form is refused; a case distinction, `div` and `mod` are evaluated where bounds show which case it is.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "language/expression.hpp"
#include "verification/proof/refusal.hpp"
#include "verification/proof/variables.hpp"

namespace attest::theorems {

struct TermNames {
  // What a name, a subscript or a call is as it is written, phi_i or A(i,j); nothing where it has no meaning.
  std::function<std::optional<proof::Laurent>(const language::Node&)> written;
  // What a call is by the values of its arguments; may be absent.
  std::function<std::optional<proof::Laurent>(const std::string& name, const std::vector<proof::Laurent>&)>
      applied;
  // What a whole expression is, before it is taken apart; may be absent. Not asked where a name in it is bound inside of another one.
  std::function<std::optional<proof::Laurent>(const language::Expression&)> whole;
};

// (e) is e.
language::Expression without_parentheses(language::Expression e);

// c with 0 <= a - c b <= b - 1, b > 0, where it is shown of a number c from 0 to `most`, or of one that is made of the terms of a that b
// divides.
std::optional<proof::Laurent> whole_quotient(const proof::Variables& variables, const proof::Laurent& a,
                                             const proof::Laurent& b, long most);

class Terms {
 public:
  // `hypothesis`: in whose name is refused. Keeps a reference.
  Terms(const proof::Variables& variables, TermNames names, std::string hypothesis)
      : variables_(variables), names_(std::move(names)), hypothesis_(std::move(hypothesis)) {}

  proof::Laurent operator()(const language::Expression& expression);
  // The coordinates of a vector; a number is one of one.
  std::vector<proof::Laurent> vector(const language::Expression& expression);
  // [n], 2..n, {0, 1}: between which numbers its elements lie, and whether they are integers.
  struct Range {
    proof::Bounds bounds;
    bool integer = true;
    bool whole = true;  // all integers between the bounds
  };
  Range range(const language::Expression& expression);
  // Whether a condition holds, or does not, for all values of the variables; Refusal where that is not shown.
  bool condition(const language::Expression& expression);
  std::optional<bool> decided(const language::Expression& expression);

 private:
  [[noreturn]] void refuse_term(const language::Expression& e, const std::string& why) const;
  std::optional<bool> compared(language::Op op, const proof::Laurent& a, const proof::Laurent& b) const;
  bool reads_bound(const language::Expression& e) const;
  bool implies_equation(const language::Expression& first, const language::Expression& second);
  proof::Laurent quotient(const language::Expression& e);
  proof::Laurent named(const language::Expression& e);
  long count(const language::Expression& e);
  proof::Laurent extreme(const language::Expression& e);
  template <class Work>
  auto bound(const std::string& name, const proof::Laurent& value, Work&& work);

  const proof::Variables& variables_;
  TermNames names_;
  std::string hypothesis_;
  std::vector<std::pair<std::string, proof::Laurent>> bound_;
  std::size_t steps_ = 0;
};

}  // namespace attest::theorems
