#include "constructions/theorem_of_text.hpp"

#include "constructions/anna/induction_heads.hpp"
#include "constructions/anna/k_hop.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest {

namespace {

// What runs the variants that a text calls programs.
theorems::TheoremClaim::Program program_of(const std::string& id) {
  if (id == "anna/induction-heads") return anna_induction_heads_protocol;
  if (id == "anna/k-hop") return anna_k_hop_by_protocol;
  return nullptr;
}

}  // namespace

std::unique_ptr<Claim> theorem_of_text(const std::string& id) {
  const TheoremSource& source = theorem_text(id);
  return std::make_unique<theorems::TheoremClaim>(theorems::read_theorem(source.source_text()), id,
                                                  source.path, program_of(id));
}

}  // namespace attest
