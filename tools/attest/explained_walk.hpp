// `attest explain` for what is no layer of attention: an instance of a reduction through its maps, a set that is shattered and its
// witnesses, the rounds of a protocol. A claim that says nothing of its own is shown as `run` sees it.
#pragma once

#include "claims/claim.hpp"
#include "claims/walkthrough.hpp"

namespace attest {

// `input` and `seed` as Claim::run takes them; throws what it throws.
Walkthrough explained_walk(const Claim& claim, Variant variant, const Parameters& parameters,
                           const Json& input, std::uint64_t seed);

}  // namespace attest
