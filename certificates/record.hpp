// The first line of a certificate (docs/certificates.md): the layer and its task at one setting, and what is said of the check `output`.
#pragma once

#include <stdexcept>

#include "theorems/theorem_claim.hpp"

namespace attest::theorems::certificates {

// What has no place in a certificate, in one sentence.
class NoCertificate : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Everything but the claim itself, which is the last field. NoCertificate for what a record cannot hold; UsageError as setting().
Json record_json(const TheoremClaim& claim, Variant variant, const Parameters& parameters,
                 const LayerSetting& setting);

}  // namespace attest::theorems::certificates
