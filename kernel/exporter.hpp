// What Exported is read from: a theorem at the corner, its text and the proof of the lemma (L1), part by part.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "kernel/exported.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

using language::Expression;
using proof::Laurent;

// Throws Refusal (coq).
[[noreturn]] void outside(const std::string& why);

class Exporter {
 public:
  Exporter(SymbolicTheorem& theorem, const LemmaProof& proof);
  Exported run(const Integer& least, const Integer& corner, const std::string& variant);

 private:
  std::string sizes(const Laurent& value, const std::string& what) const;
  static std::string value_name(const std::string& name) { return "a term in " + name; }
  // Essential checks that the text speaks of: the others would be left out.
  void expect_checks();
  void read_size();
  void read_fields();
  // An entry of the input, "g x"; nothing for other variables.
  std::optional<std::string> entry(const std::string& variable);
  // A term in the size and the input.
  std::string of_input(const Laurent& value);
  // What an expression's names are; `index`: whether the token's own has meaning.
  Written written(bool index) const;
  const SymbolicInput::Field* theorem_input(const std::string& name) const;
  void read_tokens();
  // A = A(i): the input keeps the name.
  std::string feature_name(const std::string& name) const;
  // g ++ h ++ (x): each part up to where it ends.
  std::string word(const Expression& e);
  // Of the generic token: its index and features.
  std::string of_token(const Laurent& value);
  static std::string real(const std::string& integer_term);
  void read_layer();
  Product product_of(std::size_t variable, const LinearRows& map);
  void read_head();
  // No name stands for two things.
  void expect_names(const SymbolicHead& head) const;
  void read_scale(const SymbolicHead& head);
  // Of a display: indices of receiver and tuple, and features at them, phi_j.
  Written displayed_names() const;
  std::optional<std::string> index_named(const std::string& name) const;
  // In the receiver's and the tuple's indices, and functions that say what the tokens carry.
  std::string of_pair(const Laurent& value) const;
  // An index of the tuple, or a feature there; `input` is what the feature is a function of beside the index.
  std::optional<std::string> of_tuple(const std::string& name, const std::string& input) const;
  void read_task() { result_.truth = integer(text_.tasks.front().truth, written(false)); }
  // In the input and the tuple.
  std::string of_addresses(const Laurent& value);
  // lia has to follow a bound of it.
  void expect_linear_value(const Laurent& value) const;
  void read_addresses();

  SymbolicTheorem& theorem_;
  const TheoremText& text_;
  const LemmaProof& proof_;
  Names names_;
  std::string size_;
  std::set<std::string> entries_;
  Exported result_;
};

}  // namespace attest::theorems::coq
