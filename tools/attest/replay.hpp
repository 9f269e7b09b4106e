// The command that shows a witness again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "claims/claim.hpp"

namespace attest {

// The input on which `run` of the claim has the verdict that stands on record, refuted or ill-formed: the record's `input`, its rank,
// or those of its fields that spell an input. Each is tried; nothing where none of them is one.
std::optional<Json> refuted_input(const Claim& claim, const Verdict& verdict, std::uint64_t seed);

// Gives the witness of what is refuted or ill-formed a `replay` where it has none: `run` of an input that shows it, which is
// tried, else `verify` of this setting alone, for what no single input shows (a displayed identity, a row that is missing).
// `word`: what the claim was called; `weights`: the file of a reader's own. Nothing for what was read from standard input.
void add_replay(const Claim& claim, const std::string& word, const std::optional<std::string>& weights,
                Verdict& verdict);

}  // namespace attest
