#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "constructions/poly/root_finding.hpp"

namespace attest {

// The record for the claim's parameters p, h and r.
RootFinding root_finding_record(Variant variant, const Parameters& parameters);

std::unique_ptr<Claim> poly_root_finding_claim();

}  // namespace attest
