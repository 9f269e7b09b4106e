// The first line of a certificate (docs/certificates.md): the layer and its task at one setting, and what is said of the check `output`.
#pragma once

#include "certificates/written.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::theorems::certificates {

// Everything but the claim itself, which is the last field. NoCertificate for what a record cannot hold; UsageError as setting().
Json record_json(const TheoremClaim& claim, Variant variant, const Parameters& parameters,
                 const LayerSetting& setting);

}  // namespace attest::theorems::certificates
