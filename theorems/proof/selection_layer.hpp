// One head that a token asks and tokens of one kind answer, as the text has it, for every size: of vectors whose length is a size, too.
// Rows and values are lists of numbers and of blocks `each c in [K]: ..`; tokens of each kind have an encoding of their own.
//
// A number of a row is W times the encoding, W in sizes and parameters alone, in either of two ways:
//  - it is a sum of named coordinates, and entries of named blocks, each times what is in sizes and parameters;
//  - it is a function of one feature f, an integer from 1 to H at every token of the kind, whose encoding has a full block of f: one-hot,
//    each t in [H]: ind(f = t), or a staircase, each t in [H]: max(0, f - t + 1). The blocks of f = 1, .., H are linearly independent (the
//    staircase's are the rows of a triangular matrix with ones on its diagonal), so that every function of f is a linear one of them.
// Of a value that reads receiver and sender each value of the receiver's f selects a linear map of the sender's encoding.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "theorems/proof/symbolic_cases.hpp"
#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

class SelectionLayer {
 public:
  // `text` with its lets written out; `theorem`: its inputs alone. Keeps references. Refusal (L12.a, L12.b) for other layers.
  SelectionLayer(const TheoremText& text, SymbolicTheorem& theorem);

  const HeadStatement& head() const { return layer_.heads.front(); }
  const TokensStatement& senders() const { return *sender_.kind; }
  const TokensStatement& receivers() const { return *receiver_.kind; }
  // Of the index of a token that is looked at.
  const proof::Bounds& run() const { return sender_.range; }
  // From 1 to this: the entries of the answer, of the value and of what is read out.
  const proof::Laurent& length() const { return length_; }
  std::size_t linear() const { return linear_; }

  // Of the token at this index, asked by the judged one.
  proof::Laurent score_at(const proof::Laurent& index);
  proof::Laurent value_at(const proof::Laurent& index, const proof::Laurent& entry);
  // The same with the features of the token as numbers by themselves.
  proof::Laurent carried_value(const proof::Laurent& index, const proof::Laurent& entry);
  static std::string carried(const TokensStatement& kind, const std::string& feature) {
    return feature + " of " + (kind.kind.empty() ? "a token" : kind.kind);
  }
  proof::Laurent feature_at(const std::string& feature, const proof::Laurent& index);
  // Displayed scores, each shown to be what the rows give: of any receiver there is only the judged one.
  std::size_t shown_displays();

  SymbolicCases& cases() { return cases_; }
  const proof::Laurent& judged() const { return judged_; }

 private:
  struct Kind {
    const TokensStatement* kind = nullptr;
    const std::vector<std::string>* names = nullptr;  // of its coordinates
    const std::vector<Expression>* encoding = nullptr;
    proof::Bounds range;
  };
  // One number, or one for each c in [length].
  struct Part {
    Expression body;
    std::string bound;
    Expression range;
  };
  // A token, and what a row calls its index.
  struct Token {
    const Kind* kind = nullptr;
    std::string name;
    proof::Laurent index;
    bool carried = false;  // features by themselves
  };
  using Bound = std::map<std::string, proof::Laurent>;

  Kind kind_of(const std::string& name, const std::vector<Expression>& at) const;
  void read_head();
  void read_readout();
  void expect_values();
  void expect_number(const Token& token, const Expression& e, const Bound& bound);
  proof::Laurent at_most(const Expression& length) const;
  std::vector<Part> parts_of(const Expression& e) const;
  const RowStatement& only(RowStatement::Role role, std::size_t number) const;
  std::string index_name(const std::vector<std::string>& names, const Kind& kind) const;
  TermNames names_of(const std::vector<Token>& tokens, const Bound& bound);
  TermNames tables_and_constants(const Bound& bound);
  std::optional<proof::Laurent> coordinate(const Token& token, const std::string& name);
  std::optional<proof::Laurent> entry_of_block(const Token& token, const std::string& name,
                                               const proof::Laurent& place);
  proof::Laurent encoded(const Token& token, const Expression& e, const Bound& bound);
  proof::Laurent feature_of(const Token& token, const std::string& feature);
  proof::Laurent evaluate(const Expression& e, const std::vector<Token>& tokens, const Bound& bound);
  proof::Bounds block(const Expression& range) const;
  void expect_linear(const std::vector<Part>& parts, const std::vector<Token>& tokens);
  bool combines_coordinates(const Part& part, const Token& token);
  void expect_functions(const Part& part, const std::vector<Token>& tokens);
  bool has_full_block(const Token& token, const std::string& feature);
  bool is_full_block(const Expression& e, const Token& token, const std::string& feature);
  bool is_at_least(const Expression& e, const proof::Laurent& value) const;
  proof::Laurent product(const Part& query, const Part& key, const std::vector<Token>& asked,
                         const std::vector<Token>& token);
  proof::Laurent fresh(std::string name, const proof::Bounds& bounds);
  proof::Laurent value(const Token& token, const proof::Laurent& entry);

  const TheoremText& text_;
  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const LayerStatement& layer_;
  Kind receiver_, sender_;
  proof::Laurent judged_;
  std::vector<Part> query_, key_;
  Part value_;
  std::string value_index_, value_receiver_;
  std::string query_index_, key_index_;
  proof::Laurent length_;
  std::size_t linear_ = 0;
  SymbolicCases cases_;
};

}  // namespace attest::theorems
