// The catalogue's theorems that are written as text (constructions/<paper>/<theorem>.theorem), as they are built into the program.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace attest {

class Claim;

struct TheoremSource {
  std::string id;    // strassen/function-composition
  std::string path;  // constructions/strassen/function_composition.theorem
  std::string text;
};

const std::vector<TheoremSource>& theorem_texts();

// Null where the catalogue has no text of this name.
const TheoremSource* find_theorem_text(const std::string& id);

// A claim of the catalogue that is stated by its text alone.
std::unique_ptr<Claim> theorem_of_text(const std::string& id);

}  // namespace attest
