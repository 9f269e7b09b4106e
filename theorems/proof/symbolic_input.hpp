// The input of a theorem for every size: which numbers its entries may be, and entries at places that are terms. G(x) is one
// variable wherever it occurs with equal arguments. Restrictions (`where`, injective, ..) are left out: a proof for more inputs is
// one for these. A table that is a parameter is one more function of which nothing is known but its values' bounds: what is proved holds
// with every table, and so with the one that a seed draws or a file holds. No row may read the input; a row may read a table.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "theorems/proof/terms.hpp"
#include "theorems/theorem_text.hpp"
#include "verification/proof/variables.hpp"

namespace attest::theorems {

class SymbolicInput {
 public:
  struct Field {
    std::string name;
    std::vector<proof::Bounds> domains;
    proof::Bounds values;
    bool integer = true;
    bool whole = true;   // all integers between the bounds are values
    bool table = false;  // a parameter, the same for all inputs of a setting
  };

  // `constants`: sizes and parameters. Refusal where a domain is no range, or not shown to have an element.
  SymbolicInput(const TheoremText& text, const TermNames& constants, proof::Variables& variables);

  const Field* find(const std::string& name) const;
  // Refusal (G4) where the arguments are not shown to lie in the domain.
  proof::Laurent entry(const Field& field, const std::vector<proof::Laurent>& arguments);
  // What an entry is called by; nothing where the name is none.
  const std::vector<proof::Laurent>* arguments_of(const std::string& entry) const;
  // Whether the variable occurs in it, or anywhere in the arguments of an entry: a(p(i)) hangs on i.
  bool hangs_on(const proof::Laurent& value, const std::string& variable) const;
  // How many entries the function has, and the entry at a place in the order of its arguments, from 1.
  proof::Laurent count(const Field& field) const;
  proof::Laurent entry_at(const Field& field, const proof::Laurent& place);

 private:
  void add(const std::string& name, const std::vector<Expression>& domains, const Expression& values,
           const TermNames& constants);
  proof::Laurent variable(const Field& field, const std::vector<proof::Laurent>& arguments);

  proof::Variables& variables_;
  std::vector<Field> fields_;
  std::map<std::string, std::vector<proof::Laurent>> known_;
};

}  // namespace attest::theorems
