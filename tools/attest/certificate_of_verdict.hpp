// The certificate of a verdict, of whichever kind, and the program that checks it.
#pragma once

#include <optional>
#include <string>

#include "certificates/written.hpp"
#include "claims/verdict.hpp"

namespace attest {

class Claim;

// Before the run: NoCertificate where there is none, whatever the verdict; UsageError for a parameter that is `auto`.
void expect_certificate(const Claim& claim, Variant variant, const Parameters& parameters);

struct VerdictCertificate {
  std::string program;   // "attest-check-cover"
  std::string variable;  // of the environment, that names another: "ATTEST_CHECK_COVER"
  bool refuted = false;
  std::string of;    // "output holds by cover"
  std::string says;  // the same, and what is not in it
};

// Writes it line by line. With `most` whoever checks it goes through no more index tuples, or rows of columns. NoCertificate; Stopped.
VerdictCertificate write_certificate_of(const Claim& claim, const Verdict& verdict,
                                        const theorems::certificates::WriteLine& write,
                                        const std::optional<Integer>& most = std::nullopt);

}  // namespace attest
