// An audit on one screen.
#pragma once

#include <string>
#include <vector>

#include "claims/verdict.hpp"
#include "theorems/proof/range_proof.hpp"
#include "tools/attest/confirmation.hpp"

namespace attest {

struct AuditRow {
  Verdict verdict;
  Status recorded = Status::undecided;
  std::optional<theorems::RangeProof> every_size =
      std::nullopt;  // what is proved of the theorem with these parameters
  const Claim* claim = nullptr;
  Parameters parameters{};  // as they are on record; the verdict has values that were searched for
  std::size_t which = 1;    // of the claims that are audited, from 1 on
  bool begun = true;        // else the audit ended before
  Confirmation certificates{}, kernel{};
};

// A line a paper; below it a line a claim that does not hold as printed at every setting, with its reason as
// far as the line goes.
std::string audit_summary(const std::vector<AuditRow>& rows);

}  // namespace attest
