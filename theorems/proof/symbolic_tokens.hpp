// The tokens of a theorem for every size: their indices' ranges, what their features are at an index that is a term, and between
// which numbers a feature lies at all.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "theorems/proof/symbolic_input.hpp"

namespace attest::theorems {

class SymbolicTokens {
 public:
  // Refusal for tokens of several kinds. Keeps references.
  SymbolicTokens(const TheoremText& text, SymbolicInput& input, const TermNames& constants,
                 proof::Variables& variables);

  const std::vector<std::string>& indices() const { return statement_.indices; }
  const std::vector<proof::Bounds>& ranges() const { return ranges_; }
  std::vector<std::string> features() const;
  bool has_feature(const std::string& name) const { return feature(name) != nullptr; }

  // Refusal where `at` is not shown to be a token.
  void expect_token(const std::vector<proof::Laurent>& at) const;
  // The feature of the token `at`, in entries of the input. Refusal where it is not shown which one it is.
  proof::Laurent feature_at(const std::string& name, const std::vector<proof::Laurent>& at);

  // Of a feature `if i <= b then .. else ..` of tokens with one index: b; nothing for others.
  std::optional<proof::Laurent> boundary(const std::string& name);

  // Conditions on a token's indices and what is fixed for an input, `i = 1 or i = p`: whether one is true of the token `at`, where that
  // is shown; and of one that lists indices these, 1 and p.
  std::optional<bool> holds_at(const Expression& condition, const std::vector<proof::Laurent>& at);
  std::optional<std::vector<proof::Laurent>> listed(const Expression& condition);
  // Refusal where it compares what is no number at some token.
  void expect_value(const Expression& condition);
  // P of a feature ind(P); null for others.
  Expression indicated(const std::string& name) const;

  struct Values {
    proof::Bounds bounds;
    bool integer = true;
  };
  // Of all tokens with all inputs.
  Values values_of(const std::string& name);

 private:
  using Feature = TokensStatement::Feature;
  const Feature* feature(const std::string& name) const;
  Terms terms_at(const std::vector<proof::Laurent>& at);
  proof::Laurent letter(const Expression& word, const proof::Laurent& place,
                        const std::vector<proof::Laurent>& at);
  void expect_letters(const Feature& f) const;
  void collect(const Expression& e, const std::vector<proof::Laurent>& at, std::vector<Values>& found);
  std::pair<proof::Laurent, proof::Laurent> split(const Expression& condition,
                                                  const std::vector<proof::Laurent>& at);
  void expect_value(const Expression& condition, const std::vector<proof::Laurent>& at);
  Values of_term(const proof::Laurent& term) const;

  const TokensStatement& statement_;
  SymbolicInput& input_;
  const TermNames& constants_;
  proof::Variables& variables_;
  std::vector<proof::Bounds> ranges_;
};

}  // namespace attest::theorems
