// Certificates of the check `output` (docs/certificates.md): of a refutation the input that is answered wrongly, of what holds by
// enumeration the counts, by cover how each box is closed. Hints alone: scores and truths are computed by whoever checks.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "certificates/record.hpp"

namespace attest::theorems::certificates {

// Before the run: NoCertificate where the theorem has no record, whatever the verdict; UsageError for a parameter that is `auto`.
void expect_record(const Claim& claim, Variant variant, const Parameters& parameters);

struct Certificate {
  enum class Kind { refutation, enumeration, cover } kind = Kind::refutation;
  Integer tuples =
      0;  // that whoever checks it goes through, at most: of inputs or boxes, times judged tokens, index tuples
  // "output refuted; not in it: well-formed, size"
  std::string says;
};
// Writes the certificate line by line, as soon as each is known. With `most` that of a cover takes the place of an enumeration of more
// index tuples. NoCertificate where the verdict gives nothing to check, or the boxes of a cover would go through more of them.
Certificate write_certificate(const Claim& claim, const Verdict& verdict, const WriteLine& write,
                              const std::optional<Integer>& most = std::nullopt);

}  // namespace attest::theorems::certificates
