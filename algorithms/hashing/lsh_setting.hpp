// One setting of the claim anna/lsh, and what its checks share.
#pragma once

#include "algorithms/hashing/theorem_parameters.hpp"
#include "claims/verify_options.hpp"
#include "claims/whole_claim.hpp"

namespace attest::hashing {

struct LshSetting {
  Variant variant;
  long N;
  long d;
  TheoremParameters theorem;
  long z;
  long l;
  bool automatic;  // z and l are the proof's

  // The failure probability that is claimed. Printed: delta + 0.1/N^(1 - 3 rho). Repaired: delta + 0.1 l/N.
  Enclosure eta() const;
  // Why nothing is claimed of the failure probability here: eta is at least 1, or a reader's own z and l are
  // less than the repaired proof asks for. Empty if something is.
  std::string excluded() const;
};

LshSetting lsh_setting(Variant variant, const Parameters& parameters);

// {"lower": .., "upper": ..}
Json enclosure_json(const Enclosure& value);
// About six digits, for a sentence.
std::string about(const Enclosure& value);

// The checks that do not depend on the family: well-formed, algorithms-agree, conditions, least-weight,
// operations, set-reading.
void add_algorithm_checks(const LshSetting& setting, Verdict& verdict);
// The displayed inequalities of the proof (seed lines 423-429).
void add_constant_checks(const LshSetting& setting, Verdict& verdict);
// The failure probability against eta, and of the print how often a query meets no key; fills in verdict.inputs.
void add_probability_check(const LshSetting& setting, const VerifyOptions& options, Verdict& verdict);

}  // namespace attest::hashing
