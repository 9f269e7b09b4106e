#include "constructions/theorem_texts.hpp"

#include <algorithm>

namespace attest {

const TheoremSource* find_theorem_text(const std::string& id) {
  const auto& all = theorem_texts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const TheoremSource& t) { return t.id == id; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace attest
