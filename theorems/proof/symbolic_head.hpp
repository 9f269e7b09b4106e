// One head of a symbolic theorem from its statement: rows, scale, values, displayed scores.
#pragma once

#include <string>
#include <vector>

#include "attention/attention_polynomial.hpp"
#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

class SymbolicHeadBuilder {
 public:
  // Keeps references. `name`: empty for one that is numbered.
  SymbolicHeadBuilder(SymbolicTheorem& theorem, const HeadStatement& statement, std::string name);

  // Adds the head to the theorem. Throws Refusal.
  void build();

 private:
  using Vector = std::vector<proof::Laurent>;
  std::size_t variable_of(const RowStatement& row) const;
  void expand_rows();
  const RowStatement* statement_of(std::size_t variable, RowStatement::Role role) const;
  const std::vector<std::string>& index_names(const RowStatement& row) const;
  Vector generic(const RowStatement& row, const std::string& what);
  std::optional<Vector> combination(const RowStatement& row, std::size_t coordinate,
                                    std::size_t length) const;
  bool triangular() const { return statement_.polynomial == "triangular"; }
  // symbolic_tuples.cpp
  void name_tokens();
  void name_triangle();
  const std::vector<std::string> names_of(std::size_t variable) const;
  std::string fresh(std::string name) const;
  void add_symbols(SummedToken& token, const std::string& at);
  std::optional<proof::Bounds> run_of(std::size_t variable, const std::vector<proof::Laurent>& receiver);
  void restrict_run(const language::Expression& condition, const std::string& index, proof::Bounds& run,
                    const std::vector<proof::Laurent>& receiver);
  proof::Laurent end_of_run(const language::Expression& end, const proof::Bounds& run,
                            const std::vector<proof::Laurent>& receiver);
  std::optional<proof::Bounds> any_run(std::size_t variable);
  void read_scale();
  void read_rows();
  void read_values();
  void read_sole_token();
  void check_displays();
  // The generic token's index and features replaced by those of a summed variable.
  std::map<std::string, proof::Laurent> at_token(const SummedToken& token) const;
  proof::Laurent product(const std::vector<std::vector<std::size_t>>& monomials, bool judged) const;
  std::optional<proof::Laurent> displayed_name(const language::Node& e) const;

  SymbolicTheorem& theorem_;
  const HeadStatement& statement_;
  AttentionPolynomial polynomial_;
  std::vector<RowStatement> rows_;
  std::vector<std::vector<std::string>> names_;  // [variable]: what its row calls the indices
  std::vector<Vector> vectors_;                  // [variable], of the generic token
  std::string name_;
  SymbolicHead head_;
};

}  // namespace attest::theorems
