// The verdict of a layer's setting by cover (contract.md, evidence `cover`).
#pragma once

#include "claims/claim.hpp"
#include "verification/layer_setting.hpp"

namespace attest::cover {

// UsageError that names --by where the cover cannot do it. `why`: why the cover was chosen, where nobody asked for it.
Verdict verdict_by_cover(const LayerSetting& setting, const ClaimInfo& info, const VerifyOptions& options,
                         const std::string& why = "");

// The whole from the verdicts of all its parts, or one part's again from its own (options.part): the same words as above, from the tallies
// that the parts hold (parts.hpp). UsageError where they cannot be.
Verdict verdict_of_parts(const LayerSetting& setting, const ClaimInfo& info, const std::vector<Json>& parts,
                         const VerifyOptions& options);

// Whether a run without a word about how takes the cover: enumeration would take more than a fixed number of steps, and the cover can
// do it. `why` gets what the verdict says of the choice.
bool prefers_cover(const LayerSetting& setting, std::string& why);

// How many terms of bounds that is at most, as long as no box is split. UsageError where the cover cannot do it.
Integer steps_of_cover(const LayerSetting& setting);

}  // namespace attest::cover
