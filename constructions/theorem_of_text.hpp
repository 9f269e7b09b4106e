// A theorem of the catalogue that its text states (constructions/theorem_texts.hpp) as a claim.
#pragma once

#include <memory>
#include <string>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> theorem_of_text(const std::string& id);

}  // namespace attest
