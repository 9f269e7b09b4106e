// The command that shows a witness again.
#pragma once

#include <string>

#include "claims/claim.hpp"

namespace attest {

// Gives a counterexample without a `replay` one, where its fields are an input of `run` that is refuted: it is tried. `word`: what
// the claim was called. A witness of another form stays as it is.
void add_replay(const Claim& claim, const std::string& word, Verdict& verdict);

}  // namespace attest
