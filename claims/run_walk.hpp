// One input of a claim that is no layer of attention, as a walk: what `run` makes of it, step by step, and its answers beside
// the true ones. For claims that have no walk of their own (WalkedClaim).
#pragma once

#include "claims/claim.hpp"
#include "claims/walkthrough.hpp"

namespace attest {

// `input` and `seed` as Claim::run takes them; throws what it throws.
Walkthrough run_walk(const Claim& claim, Variant variant, const Parameters& parameters, const Json& input,
                     std::uint64_t seed);

// What a claim is that shows one of its instances better than `run` does.
class WalkedClaim {
 public:
  virtual ~WalkedClaim() = default;
  virtual Walkthrough walk(Variant variant, const Parameters& parameters, const Json& input,
                           std::uint64_t seed) const = 0;
};

// The claim's own walk where it has one, else run_walk.
Walkthrough walk_of(const Claim& claim, Variant variant, const Parameters& parameters, const Json& input,
                    std::uint64_t seed);

}  // namespace attest
