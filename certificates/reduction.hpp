// Certificates of reductions that a text states (docs/certificates.md): both questions and the map, and how many instances there are, or
// the one that fails.
#pragma once

#include "certificates/written.hpp"
#include "claims/verdict.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems::certificates {

// The first line, up to the claim; `text`: with the variant's patches applied. NoCertificate for what has no place there; UsageError.
Json reduction_record(const TheoremText& text, const std::string& id, const std::string& variant,
                      const Parameters& parameters);

struct ReductionCertificate {
  bool refuted = false;
  std::string says;  // "reduction holds", and what of the verdict is not in it
};

// Writes the certificate line by line. NoCertificate where image and answers are neither shown by an enumeration nor refuted.
ReductionCertificate write_reduction_certificate(const TheoremText& text, const std::string& id,
                                                 const Verdict& verdict, const WriteLine& write);

}  // namespace attest::theorems::certificates
