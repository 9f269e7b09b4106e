// What the claims about Lemmas 3.5, 3.7 and 3.9 share: the printed rows and columns are shattered, the
// lemma's bound follows, and what the bound is worth.
#pragma once

#include "claims/run_walk.hpp"
#include "claims/whole_claim.hpp"
#include "lowerbounds/strassen/shattering_set.hpp"

namespace attest {

// One lemma at one size.
struct ShatteredSetting {
  LemmaFunction f;
  ShatteringSet set;
  long bound = 0;           // what the lemma claims: split-VC(f) >= bound
  std::string bound_text;   // as the lemma writes it: "l/2"
  std::string column_rule;  // for a reader
  std::string upper_bound;  // by hand, for every size: "split-VC(Ind_n) <= n"; empty if none is known
  std::optional<ShatteringSet> larger;  // a larger set that we know of
  std::string excluded;                 // why the lemma says nothing at this size; empty if it does
};

class ShatteredClaim : public WholeClaim, public WalkedClaim {
 public:
  using WholeClaim::WholeClaim;
  std::vector<ParameterSpec> run_parameters() const override;
  // One pattern: {"c": [0, 1, 1]}. The column that the lemma gives for it, and the entry at every row.
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override;
  // The set, and for every set of its rows the column that shows it, up to 16 of them; the chosen pattern row by row.
  Walkthrough walk(Variant variant, const Parameters& parameters, const Json& input,
                   std::uint64_t seed) const override;
  // Its fields "rows", "columns" and, for up to three rows, all patterns with their columns.
  Json weights(Variant variant, const Parameters& parameters) const override;

 protected:
  virtual ShatteredSetting setting(Variant variant, const Parameters& parameters) const = 0;
  // Checks of the lemma's own, after the common ones.
  virtual void examine_further(Variant, const ShatteredSetting&, const std::function<bool()>& stop,
                               Verdict& verdict) const;
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override;
};

}  // namespace attest
