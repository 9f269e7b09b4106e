// Certificates of the check `output` (docs/certificates.md): of a refutation the input that is answered wrongly, of what holds by
// enumeration the counts. Hints alone: scores and truths are computed by whoever checks.
#pragma once

#include <string>

#include "certificates/record.hpp"

namespace attest::theorems::certificates {

// Before the run: NoCertificate where the theorem has no record, whatever the verdict; UsageError for a parameter that is `auto`.
void expect_record(const Claim& claim, Variant variant, const Parameters& parameters);

struct Certificate {
  std::string text;
  bool refuted = false;
  Integer tuples =
      0;  // that whoever checks it goes through, at most: inputs times judged tokens times index tuples
  // "the outputs are refuted; not in it: well-formed, size"
  std::string says;
};
// NoCertificate where the verdict gives nothing to check.
Certificate certificate_of(const Claim& claim, const Verdict& verdict);

}  // namespace attest::theorems::certificates
