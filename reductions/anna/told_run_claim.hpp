// A claim about a protocol of machines that runs one input, and can show the messages of that run round by round.
#pragma once

#include "claims/run_walk.hpp"
#include "claims/whole_claim.hpp"

namespace attest {

class ToldRunClaim : public WholeClaim, public WalkedClaim {
 public:
  using WholeClaim::WholeClaim;

  Json run(Variant variant, const Parameters& parameters, const Json& input, std::uint64_t seed) const final;
  // What `run` makes of the input, and the messages round by round.
  Walkthrough walk(Variant variant, const Parameters& parameters, const Json& input,
                   std::uint64_t seed) const final;

 protected:
  // Claim::run; puts the rounds into `rounds` where it is not null and the protocol runs.
  virtual Json run_with(Variant variant, const Parameters& parameters, const Json& input, std::uint64_t seed,
                        WalkSection* rounds) const = 0;
};

}  // namespace attest
