// The catalogue's theorems that are written as text (<paper>/<theorem>.theorem below constructions/, lowerbounds/ and reductions/),
// as they are built into the program.
#pragma once

#include <string>
#include <vector>

#include "language/message.hpp"

namespace attest {

struct TheoremSource {
  std::string id;    // strassen/function-composition
  std::string path;  // constructions/strassen/function_composition.theorem
  std::string text;

  // Its number is -1 for the first of theorem_texts(), -2 for the second, ..
  language::SourceText source_text() const;
};

const std::vector<TheoremSource>& theorem_texts();
// The claims that are programs of the catalogue: statement, source, arguments, variants and expectations (<paper>/<claim>.claim).
const std::vector<TheoremSource>& claim_texts();

// Null where the catalogue has no text of this name.
const TheoremSource* find_theorem_text(const std::string& id);
const TheoremSource* find_claim_text(const std::string& id);
// std::logic_error where it has none.
const TheoremSource& theorem_text(const std::string& id);

}  // namespace attest
