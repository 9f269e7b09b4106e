#include "reductions/anna/told_run_claim.hpp"

namespace attest {

Json ToldRunClaim::run(Variant variant, const Parameters& parameters, const Json& input,
                       std::uint64_t seed) const {
  return run_with(variant, parameters, input, seed, nullptr);
}

Walkthrough ToldRunClaim::walk(Variant variant, const Parameters& parameters, const Json& input,
                               std::uint64_t seed) const {
  Walkthrough walk = run_walk(*this, variant, parameters, input, seed);
  WalkSection rounds;
  run_with(variant, parameters, walk.data["input"], seed, &rounds);
  if (!rounds.header.empty()) walk.sections.push_back(std::move(rounds));
  return walk;
}

}  // namespace attest
