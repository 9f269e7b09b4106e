// Rows and columns that are claimed to be shattered, as a claim: pattern by pattern, the bound that follows, and what it is worth.
#pragma once

#include "claims/run_walk.hpp"
#include "claims/whole_claim.hpp"
#include "lowerbounds/shattering/shattering_set.hpp"

namespace attest {

// The rows at one size.
struct ShatteredSetting {
  MixedWordFunction f;
  ShatteringSet set;
  long bound = 0;           // what is claimed: split-VC(f) >= bound
  std::string bound_text;   // as it is written: "l/2"
  std::string column_rule;  // for a reader
  std::string excluded;     // why nothing is said at this size; empty if something is
};

class ShatteredClaim : public WholeClaim, public WalkedClaim {
 public:
  using WholeClaim::WholeClaim;
  // One pattern: {"c": [0, 1, 1]}. The column that is claimed for it, and the entry at every row.
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override;
  // The set, and for every set of its rows the column that shows it, up to 16 of them; the chosen pattern row by row.
  Walkthrough walk(Variant variant, const Parameters& parameters, const Json& input,
                   std::uint64_t seed) const override;
  // Its fields "rows", "columns" and, for up to three rows, all patterns with their columns.
  Json weights(Variant variant, const Parameters& parameters) const override;

 protected:
  // `runs`: within the limits of runs of one pattern.
  virtual ShatteredSetting setting(Variant variant, const Parameters& parameters, bool runs) const = 0;
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override;
};

}  // namespace attest
