// `attest verify THEOREM` without parameters: the settings with a verdict on record (a file's `expect` lines, the quick
// sizes of the audit), each run and compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "tools/attest/command_spec.hpp"
#include "tools/attest/common_options.hpp"

namespace attest {

struct ExpectedVerdict {
  Parameters parameters;
  Variant variant = Variant::printed;
  Status status = Status::undecided;
};

// Those that are on record for the quick settings, of these variants.
std::vector<ExpectedVerdict> expected_verdicts(const ClaimInfo& info, const std::vector<Variant>& variants);
// `kind`: what an `expect` line says is refuted; nothing: any.
bool is_as_expected(const Verdict& verdict, const ExpectedVerdict& expected, const std::optional<Kind>& kind);

// 0: all as expected, 1: one is not, 3: one is undecided. UsageError where nothing is on record.
ExitStatus run_expectations(const Claim& claim, const std::string& word,
                            const std::optional<std::string>& variant, const CommonOptions& common,
                            const Context& context);

}  // namespace attest
