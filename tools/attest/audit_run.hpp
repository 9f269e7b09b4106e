// The verdicts of an audit: every setting on record of the claims that are asked for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/attest/audit_summary.hpp"
#include "tools/attest/command_spec.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/exit_status.hpp"

namespace attest {

struct Audited {
  const Claim* claim;
  std::string word;  // as the user wrote it: an id or a theorem file
};

// The claims that are named, ids and theorem files, in their order; else those of the paper, or all. UsageError for a paper that
// there is not, for a claim without settings on record, for one that is named twice, and for names beside a paper.
std::vector<Audited> audited_claims(const Context& context, const std::optional<std::string>& paper,
                                    const std::vector<std::string>& words);

struct AuditPlan {
  bool quick = false;    // the quick settings alone
  bool counted = false;  // progress is one count of all verdicts: nothing else goes to the terminal meanwhile
};

// `each` is called with every row, in their order: as soon as it is there, or at the end, where ranks share the rows. They do where there are
// many; of few rows each one is shared (docs/scale.md).
std::vector<AuditRow> run_audited(const Context& context, const std::vector<Audited>& audited,
                                  const AuditPlan& plan, const CommonOptions& common,
                                  const std::function<void(const AuditRow&)>& each);

// An undecided verdict does not contradict the record; it fails to confirm it.
ExitStatus audit_status(const AuditRow& row);

}  // namespace attest
