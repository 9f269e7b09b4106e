#include "theorems/theorem_texts.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest {

language::SourceText TheoremSource::source_text() const {
  const auto& all = path.ends_with(".claim") ? claim_texts() : theorem_texts();
  const auto before = path.ends_with(".claim") ? theorem_texts().size() : 0;
  return {path, text, -1 - static_cast<int>(before) - static_cast<int>(this - all.data())};
}

namespace {

const TheoremSource* find_in(const std::vector<TheoremSource>& all, const std::string& id) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const TheoremSource& t) { return t.id == id; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const TheoremSource* find_claim_text(const std::string& id) {
  return find_in(claim_texts(), id);
}

const TheoremSource* find_theorem_text(const std::string& id) {
  return find_in(theorem_texts(), id);
}

const TheoremSource& theorem_text(const std::string& id) {
  const TheoremSource* found = find_theorem_text(id);
  if (found == nullptr) throw std::logic_error("the catalogue has no text of " + id);
  return *found;
}

}  // namespace attest
