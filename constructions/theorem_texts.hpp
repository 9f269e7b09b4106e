// The catalogue's theorems that are written as text (constructions/<paper>/<theorem>.theorem), as they are built into the program.
#pragma once

#include <string>
#include <vector>

namespace attest {

struct TheoremSource {
  std::string id;    // strassen/function-composition
  std::string path;  // constructions/strassen/function_composition.theorem
  std::string text;
};

const std::vector<TheoremSource>& theorem_texts();

// Null where the catalogue has no text of this name.
const TheoremSource* find_theorem_text(const std::string& id);

}  // namespace attest
