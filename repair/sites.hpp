// The expressions of a theorem that a repair may edit: how the layer computes, and what is displayed of it. Sizes, inputs, the
// task, `judged if`, `where`, parameters and checks are none of them, nor is a definition that one of those needs: an edit cannot make the
// statement another one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems::repair {

struct Site {
  enum class Kind { encoding, vector, score, scale, mask, definition, display, readout, landing, place };
  Kind kind = Kind::vector;
  bool labelled = false;             // a vector whose coordinates have names: their number stays
  std::vector<std::string> indices;  // what tokens are called here, the receiver first
};

// In a fixed order: an edit of one site leaves the numbers of all sites as they are.
void for_each_site(TheoremText& text, const std::function<void(const Site&, Expression&)>& visit);

// What else an expression may name: one for another of its group.
struct Vocabulary {
  std::vector<std::string> sizes;
  std::vector<std::string> features;  // of tokens, and coordinates that have names
};
Vocabulary vocabulary_of(const TheoremText& text);

// The definitions (`let`) of the text that its statement does not need, directly or by others.
std::vector<std::string> free_definitions(const TheoremText& text);

}  // namespace attest::theorems::repair
