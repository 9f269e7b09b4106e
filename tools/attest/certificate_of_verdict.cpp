#include "tools/attest/certificate_of_verdict.hpp"

#include <fmt/format.h>

#include "certificates/certificate.hpp"
#include "certificates/reduction.hpp"
#include "lowerbounds/strassen/split_vc_claim.hpp"
#include "reductions/text/text_reduction.hpp"
#include "theorems/patch.hpp"
#include "tools/attest/shattering_certificate.hpp"

namespace attest {

namespace {

namespace cert = theorems::certificates;

// Of a function whose dimension is bounded from above.
constexpr std::size_t most_words_of_verify = std::size_t{1} << 20, most_words_of_audit = std::size_t{1} << 12;

VerdictCertificate of_shattered_set(const ShatteringCertificate& certificate) {
  VerdictCertificate result{"attest-check-shattering", "ATTEST_CHECK_SHATTERING", false, "shattered set",
                            certificate.says};
  if (!certificate.not_in_it.empty())
    result.says += fmt::format("; not in it: that no larger set is shattered ({})", certificate.not_in_it);
  return result;
}

// Of strassen/split-vc, as its record has it.
Json record_of_split_vc(const WordFunction& function, const Claim& claim, Variant variant) {
  Json record = certified_function(function, 0);
  record["theorem"] = claim.info().id;
  record["variant"] = to_string(variant);
  return record;
}

theorems::TheoremText text_of(const TextReductionClaim& claim, Variant variant) {
  return theorems::variant_of(claim.text(), to_string(variant));
}

}  // namespace

void expect_certificate(const Claim& claim, Variant variant, const Parameters& parameters) {
  if (const auto* shattered = dynamic_cast<const TextShatteredClaim*>(&claim)) {
    if (shattered->text().shatter->rows.empty())
      throw cert::NoCertificate(
          "the text claims no rows; of those that it finds `attest shatter` writes one");
    certified_function(*shattered, variant, parameters);
  } else if (const auto function = split_vc_function(claim, parameters)) {
    record_of_split_vc(*function, claim, variant);
  } else if (const auto* reduction = dynamic_cast<const TextReductionClaim*>(&claim)) {
    cert::reduction_record(text_of(*reduction, variant), claim.info().id, to_string(variant), parameters);
  } else {
    cert::expect_record(claim, variant, parameters);
  }
}

VerdictCertificate write_certificate_of(const Claim& claim, const Verdict& verdict,
                                        const cert::WriteLine& write, const std::optional<Integer>& most) {
  const std::size_t words = most ? most_words_of_audit : most_words_of_verify;
  if (const auto* shattered = dynamic_cast<const TextShatteredClaim*>(&claim))
    return of_shattered_set(write_claimed_rows(*shattered, verdict, words, most, write));
  if (const auto function = split_vc_function(claim, verdict.parameters)) {
    const Json record = record_of_split_vc(*function, claim, verdict.variant);
    return of_shattered_set(write_searched_set(record, *function, words, write));
  }
  if (const auto* reduction = dynamic_cast<const TextReductionClaim*>(&claim)) {
    if (most && verdict.inputs.total > *most)
      throw cert::NoCertificate(fmt::format("there are more than {} instances to map", most->str()));
    const auto certificate = cert::write_reduction_certificate(text_of(*reduction, verdict.variant),
                                                               claim.info().id, verdict, write);
    return {"attest-check-reduction", "ATTEST_CHECK_REDUCTION", certificate.refuted,
            certificate.refuted ? "reduction refuted" : "reduction holds", certificate.says};
  }
  const auto certificate = cert::write_certificate(claim, verdict, write, most);
  VerdictCertificate result{"attest-check", "ATTEST_CHECK", false, "output holds", certificate.says};
  result.refuted = certificate.kind == cert::Certificate::Kind::refutation;
  if (result.refuted) result.of = "output refuted";
  if (certificate.kind == cert::Certificate::Kind::cover)
    result = {"attest-check-cover", "ATTEST_CHECK_COVER", false, "output holds by cover", certificate.says};
  return result;
}

}  // namespace attest
