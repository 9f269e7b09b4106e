// One setting of the claim anna/lsh, and what its checks share.
#pragma once

#include "claims/verify_options.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/algorithms/hashing/theorem_parameters.hpp"

namespace attest::hashing {

struct LshSetting {
  Variant variant;
  long N;
  long d;
  TheoremParameters theorem;
  long z;
  long l;
  bool automatic;  // z and l are the proof's

  // The failure probability that is claimed. Printed: delta + 0.1/N^(1 - 3 rho). Repaired: delta + 0.1 l/N,
  // or for a reader's own z and l the union bound N^2 (1 - p1^z)^l + N^2 l p2^z.
  Enclosure eta() const;
};

LshSetting lsh_setting(Variant variant, const Parameters& parameters);

// {"lower": .., "upper": ..}
Json enclosure_json(const Enclosure& value);
// About six digits, for a sentence.
std::string about(const Enclosure& value);

// The checks that do not depend on the family: well-formed, algorithms-agree, conditions, least-weight,
// operations, set-reading.
void add_algorithm_checks(const LshSetting& setting, Verdict& verdict);
// The displayed inequalities of the proof (lines 423-429).
void add_constant_checks(const LshSetting& setting, Verdict& verdict);
// The failure probability against eta; fills in verdict.inputs.
void add_probability_check(const LshSetting& setting, const VerifyOptions& options, Verdict& verdict);

}  // namespace attest::hashing
