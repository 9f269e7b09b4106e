#include "theorems/theorem_texts.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest {

language::SourceText TheoremSource::source_text() const {
  return {path, text, -1 - static_cast<int>(this - theorem_texts().data())};
}

const TheoremSource* find_theorem_text(const std::string& id) {
  const auto& all = theorem_texts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const TheoremSource& t) { return t.id == id; });
  return found == all.end() ? nullptr : &*found;
}

const TheoremSource& theorem_text(const std::string& id) {
  const TheoremSource* found = find_theorem_text(id);
  if (found == nullptr) throw std::logic_error("the catalogue has no text of " + id);
  return *found;
}

}  // namespace attest
