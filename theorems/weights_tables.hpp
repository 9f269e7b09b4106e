// The tables that the expressions of weights read (theorems/weights_file.hpp), both ways:
//
//   "tables": {"T": {"arguments": [["1", "2"], ["0"]], "values": ["3", "1"]}}      the last argument fastest
#pragma once

#include <set>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "language/expression.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// Of the tables in these expressions, each once; empty where there are none.
Json tables_json(const std::vector<language::Expression>& expressions);

// Those that a file gives in its field "tables", which it may leave out. UsageError that names the field.
class GivenTables {
 public:
  explicit GivenTables(const Json& weights);

  // The expression with cells in the place of its calls of tables.
  language::Expression read(const language::Expression& expression);

  // UsageError for a table that no expression so far calls.
  void refuse_unread() const;

 private:
  std::vector<LetStatement> tables_;
  std::set<std::string> read_;
};

}  // namespace attest::theorems
