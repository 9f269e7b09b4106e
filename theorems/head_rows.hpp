// One head as its statement says it, with everything that is left open resolved: kernel, attention polynomial, which row
// belongs to which variable, which tokens a variable runs over, and the index set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/layer.hpp"
#include "theorems/lets.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

class HeadRows {
 public:
  // Throws NetworkError for what defines no object, UsageError for what is not evaluated.
  HeadRows(const HeadStatement& statement, const TokenTable& tokens,
           const std::vector<attention::Token>& judged, const NetworkNames& constants);

  attention::Kernel kernel() const { return kernel_; }
  const AttentionPolynomial& polynomial() const { return polynomial_; }
  const HeadStatement& statement() const { return statement_; }

  // Rows and values with their families written out.
  const std::vector<RowStatement>& all() const { return rows_; }
  const RowStatement* row(std::size_t variable) const;  // null: none is given
  bool needs_row(std::size_t variable) const;           // it occurs in the polynomial
  // "there is no key", "there is no row 3"; with its line.
  [[noreturn]] void refuse_missing_row(std::size_t variable) const;
  std::size_t variable(const RowStatement& statement) const;  // 0-based

  bool may_be(std::size_t variable, std::size_t group) const;
  // What a row calls the indices of its token, of this group.
  std::vector<std::string> indices(const RowStatement& statement, std::size_t group) const;
  // The names of the indices of x_{variable+1} in masks and displays: of a summed token those that its row, its value or its `over`
  // gives them, else those of the tokens, which are also the receiver's.
  std::vector<std::string> index_names(std::size_t variable, std::size_t group) const;
  // With the head's own lets written out.
  language::Expression vector(const RowStatement& statement) const { return plain(statement.vector); }
  language::Expression plain(const language::Expression& expression) const {
    return without_lets(expression, statement_.lets);
  }

  // UsageError where there are too many tuples to list.
  attention::IndexSet index_set() const;

 private:
  bool triangular() const { return statement_.polynomial == "triangular"; }
  void expand(const NetworkNames& constants);
  std::vector<std::string> said_names(std::size_t variable) const;
  void check_over() const;
  std::vector<std::string> names_in_masks(std::size_t variable, std::size_t group) const;
  attention::IndexSet tuples() const;
  NetworkNames mask_names(const std::map<std::string, Rational>& values) const;  // keeps a reference
  attention::IndexSet named_tuples(const HeadStatement::Over& over) const;

  const HeadStatement& statement_;
  const TokenTable& tokens_;
  const std::vector<attention::Token>& judged_;
  const NetworkNames& constants_;
  attention::Kernel kernel_ = attention::Kernel::softmax;
  AttentionPolynomial polynomial_ = AttentionPolynomial::standard();
  std::vector<RowStatement> rows_;
  std::vector<std::optional<std::size_t>> group_;  // [variable]; nothing: tokens of every kind
  std::vector<bool> receives_;                     // [group]: whether tokens of it are receivers
};

}  // namespace attest::theorems
