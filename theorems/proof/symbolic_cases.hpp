// Terms that are no polynomials, as numbers of which enough is known: ind(A = B) is one variable wherever A - B is the same polynomial; of a
// case distinction that is open the case is a variable that is 0 or 1, a new one each time; A mod M is some integer from 0 to M - 1.
// Whatever is shown for all values of these variables holds for the terms.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "theorems/proof/symbolic_input.hpp"

namespace attest::theorems {

class SymbolicCases {
 public:
  // Keeps references.
  SymbolicCases(proof::Variables& variables, const SymbolicInput& input, std::string hypothesis)
      : variables_(variables), input_(input), hypothesis_(std::move(hypothesis)) {}

  // The same names, with such terms.
  TermNames with_cases(const TermNames& names);
  // 1 where this is 0, else 0.
  proof::Laurent equation(const proof::Laurent& zero);
  // What is 0 where this variable is 1; null for others.
  const proof::Laurent* equation_of(const std::string& variable) const;
  // Whether it contains the variable, in arguments of entries and in cases, too.
  bool hangs_on(const proof::Laurent& value, const std::string& variable) const;

 private:
  std::optional<proof::Laurent> special(const Expression& e, const TermNames& names);
  proof::Laurent one_of(const proof::Bounds& bounds, std::vector<proof::Laurent> reads);

  proof::Variables& variables_;
  const SymbolicInput& input_;
  std::string hypothesis_;
  std::map<std::string, proof::Laurent> equations_;
  std::map<std::string, std::vector<proof::Laurent>> reads_;  // of a variable of a case: what it hangs on
};

}  // namespace attest::theorems
