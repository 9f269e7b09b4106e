// A theorem of the catalogue that its text states (theorems/theorem_texts.hpp) as a claim with a layer.
#pragma once

#include <memory>
#include <string>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> theorem_of_text(const std::string& id);

}  // namespace attest
