// A claim that is examined as a whole: a list of checks over a finite set of objects (row sets, instances,
// graphs, message patterns) or over polynomials, which is not divided into parts. A single object can be run
// (run_result.hpp) where the claim speaks of such.
//
// A subclass fills in a Verdict's checks, counts and details, and says what `run` does; the rest is done here.
#pragma once

#include <functional>
#include <string>

#include "claims/claim.hpp"
#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"

namespace attest {

class WholeClaim : public Claim {
 public:
  explicit WholeClaim(ClaimInfo info) : info_(std::move(info)) {}

  const ClaimInfo& info() const override { return info_; }

  // Refuses --part. Claim, variant, source, parameters, headline and details.changes are filled in here.
  Verdict verify(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override;

  // There are no parts to merge: UsageError.
  Verdict merge(Variant variant, const Parameters& parameters, const std::vector<Json>& parts,
                const VerifyOptions& options) const override;

  // What `attest show` prints beside the statement; an empty object where there is nothing.
  Json weights(Variant variant, const Parameters& parameters) const override;

 protected:
  // Fills in checks (at least one), inputs, counterexample (needed if some essential check is refuted),
  // details, margins, size and notes. A long search asks `options.interrupted` and its budget (see
  // Deadline) and leaves its check undecided with what it had seen.
  virtual void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
                       Verdict& verdict) const = 0;

 private:
  ClaimInfo info_;
};

class NothingToRun : public UsageError {
 public:
  NothingToRun(const ClaimInfo& info, const std::string& why);
  const std::string& why() const { return why_; }

 private:
  std::string why_;
};

// What `run` throws for a claim without inputs; `why` is what stands in their place: "its statement is one
// inequality between numbers".
[[noreturn]] void nothing_to_run(const ClaimInfo& info, const std::string& why);

// Small constructors for what every catalogue entry writes.
Check holds(const std::string& name, Evidence evidence, const std::string& reason = {});
Check refuted(Kind kind, const std::string& name, const std::string& reason);
Check undecided(const std::string& name, const std::string& reason);
Check ill_formed(const std::string& name, const std::string& reason);
// The statement excludes this setting by the clause.
Check not_applicable(const std::string& name, const std::string& clause);
// The same check, but not essential.
Check informative(Check check);

}  // namespace attest
