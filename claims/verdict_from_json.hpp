// A verdict that another process has written as JSON (verdict.hpp), read again.
#pragma once

#include "claims/claim.hpp"
#include "claims/verdict.hpp"

namespace attest {

// Of this claim and variant at this setting; its parameters are in the verdict as it has decided them (of auto the value that was
// found). Throws std::invalid_argument for what to_json gives of no such verdict, std::logic_error for one that contradicts itself
// (consistency.hpp). Not read are `own` and `part`, which whoever asked for the verdict knows; not written is whether a check is of
// sizes, which nobody asks afterwards.
Verdict verdict_from_json(const Json& json, const ClaimInfo& info, Variant variant,
                          const Parameters& parameters);

}  // namespace attest
