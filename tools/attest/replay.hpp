// The command that shows a witness again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "claims/claim.hpp"

namespace attest {

// What `run` of the claim is refuted by, of what a refuted verdict has on record: its `input`, its rank, or those of its fields that
// spell an input. Each is tried; nothing where none of them is one.
std::optional<Json> refuted_input(const Claim& claim, const Verdict& verdict, std::uint64_t seed);

// Gives a counterexample without a `replay` one, where its fields are an input of `run` that is refuted: it is tried. `word`: what
// the claim was called. A witness of another form stays as it is.
void add_replay(const Claim& claim, const std::string& word, Verdict& verdict);

}  // namespace attest
