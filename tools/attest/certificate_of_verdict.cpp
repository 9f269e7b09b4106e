#include "tools/attest/certificate_of_verdict.hpp"

#include <fmt/format.h>

#include "certificates/certificate.hpp"
#include "tools/attest/shattering_certificate.hpp"

namespace attest {

namespace {

namespace cert = theorems::certificates;

// Evaluated at most where the dimension is bounded from above.
constexpr std::size_t most_words_of_verify = std::size_t{1} << 20, most_words_of_audit = std::size_t{1} << 12;

VerdictCertificate of_shattered_set(const TextShatteredClaim& claim, const Verdict& verdict,
                                    const cert::WriteLine& write, const std::optional<Integer>& most) {
  const auto certificate =
      write_claimed_rows(claim, verdict, most ? most_words_of_audit : most_words_of_verify, most, write);
  VerdictCertificate result{"attest-check-shattering", "ATTEST_CHECK_SHATTERING", false, "shattered set",
                            certificate.says};
  if (!certificate.not_in_it.empty())
    result.says += fmt::format("; not in it: that no larger set is shattered ({})", certificate.not_in_it);
  return result;
}

}  // namespace

void expect_certificate(const Claim& claim, Variant variant, const Parameters& parameters) {
  if (const auto* shattered = dynamic_cast<const TextShatteredClaim*>(&claim)) {
    if (shattered->text().shatter->rows.empty())
      throw cert::NoCertificate(
          "the text claims no rows; of those that it finds `attest shatter` writes one");
    certified_function(*shattered, variant, parameters);
  } else {
    cert::expect_record(claim, variant, parameters);
  }
}

VerdictCertificate write_certificate_of(const Claim& claim, const Verdict& verdict,
                                        const cert::WriteLine& write, const std::optional<Integer>& most) {
  if (const auto* shattered = dynamic_cast<const TextShatteredClaim*>(&claim))
    return of_shattered_set(*shattered, verdict, write, most);
  const auto certificate = cert::write_certificate(claim, verdict, write, most);
  VerdictCertificate result{"attest-check", "ATTEST_CHECK", false, "output holds", certificate.says};
  result.refuted = certificate.kind == cert::Certificate::Kind::refutation;
  if (result.refuted) result.of = "output refuted";
  if (certificate.kind == cert::Certificate::Kind::cover)
    result = {"attest-check-cover", "ATTEST_CHECK_COVER", false, "output holds by cover", certificate.says};
  return result;
}

}  // namespace attest
