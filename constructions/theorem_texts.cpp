#include "constructions/theorem_texts.hpp"

#include <algorithm>
#include <stdexcept>

#include "claims/claim.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest {

const TheoremSource* find_theorem_text(const std::string& id) {
  const auto& all = theorem_texts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const TheoremSource& t) { return t.id == id; });
  return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<Claim> theorem_of_text(const std::string& id) {
  const TheoremSource* source = find_theorem_text(id);
  if (source == nullptr) throw std::logic_error("the catalogue has no text of " + id);
  return std::make_unique<theorems::TheoremClaim>(
      theorems::read_theorem(language::SourceText(source->path, source->text)), id, source->path);
}

}  // namespace attest
