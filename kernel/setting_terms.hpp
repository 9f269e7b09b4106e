// Expressions of a theorem at one setting, in the words of proofs/library/Setting.v: integers (Z), rational numbers (Q) and truth
// values (bool). Sizes keep their names, parameters are numbers.
#pragma once

#include <map>
#include <string>

#include "kernel/terms.hpp"
#include "theorems/constants.hpp"

namespace attest::theorems::coq {

// "3", "(-3)", "(3 # 8)": of Q.
std::string rational_number(const Rational& value);

class SettingTerms {
 public:
  // Keeps a reference. `sizes`: their names.
  SettingTerms(const Constants& constants, const std::vector<std::string>& sizes);

  // What a name, or a call of an input, is from now on.
  void mean(const std::string& name, const std::string& text) { meanings_[name] = text; }
  void call(const std::string& name, const std::string& function) { functions_[name] = function; }

  // Each throws Refusal (coq) with the line of what has no place in the text.
  std::string integer(const language::Expression& e) const;  // in the scope of Z
  std::string rational(
      const language::Expression& e) const;  // in that of Q; a name, a number, or in parentheses
  std::string boolean(const language::Expression& e) const;  // in that of Z; in parentheses
  // [k], a..b, a set: a list of integers, in parentheses.
  std::string list(const language::Expression& e) const;

 private:
  std::string plain_integer(const language::Expression& e) const;
  std::string truth(const language::Expression& e) const;
  std::string fraction(const language::Expression& e) const;
  bool is_integer(const language::Expression& e) const;
  std::optional<std::string> written(const language::Node& e) const;
  std::string quantified(const language::Node& e, const char* word) const;
  std::string summed(const language::Node& e, std::size_t binder) const;
  std::string compared(const language::Node& e) const;
  // With its parameters, and what is made of them alone, as numbers.
  language::Expression in_numbers(const language::Expression& e) const;

  const Constants& constants_;
  Names names_;
  std::map<std::string, std::string> sizes_, meanings_, functions_;
  mutable std::map<std::string, std::string> bound_;
};

}  // namespace attest::theorems::coq
