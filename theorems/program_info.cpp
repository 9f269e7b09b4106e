#include "theorems/program_info.hpp"

#include <stdexcept>

#include "theorems/claim_info.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest {

ClaimInfo program_info(const std::string& id) {
  const TheoremSource* source = find_claim_text(id);
  if (source == nullptr) throw std::logic_error("the catalogue has no text of the program " + id);
  const theorems::TheoremText text = theorems::read_theorem(source->source_text());
  if (!text.program || text.id != id)
    throw std::logic_error(source->path + " is not the text of the program " + id);
  return theorems::claim_info(text, id, source->path);
}

}  // namespace attest
