// Certificates of shattered sets: of what `attest shatter` finds, and of the rows that a theorem file claims.
#pragma once

#include <optional>
#include <string>

#include "certificates/shattering.hpp"
#include "claims/verdict.hpp"
#include "lowerbounds/shattering/load_function.hpp"
#include "lowerbounds/shattering/split_vc.hpp"
#include "lowerbounds/shattering/text_claim.hpp"

namespace attest {

// The first line of a certificate. NoCertificate; UsageError as the text's setting.
Json certified_function(const TextShatteredClaim& claim, Variant variant, const Parameters& parameters);
// By name, or a table of one's own.
Json certified_function(const WordFunction& function, std::uint64_t seed);

struct ShatteringCertificate {
  std::string says;       // "split-VC is 3"
  std::string not_in_it;  // why nothing bounds the dimension from above, where the search has; else empty
};

// `searched`: with all partitions, or the given one alone.
ShatteringCertificate write_found_set(const Json& record, const WordFunction& function,
                                      const SplitVc& searched, const PartitionedFunction& partitioned,
                                      bool given_partition, const theorems::certificates::WriteLine& write);

// Of what the search over all partitions finds once more. NoCertificate, also where there are more words than that.
ShatteringCertificate write_searched_set(const Json& record, const WordFunction& function,
                                         std::size_t most_words,
                                         const theorems::certificates::WriteLine& write);

// Of a verdict whose rows are shattered; that no larger set is, where the verdict says so and there are no more than `most_words`
// words. NoCertificate, also where there are more than `most` entries.
ShatteringCertificate write_claimed_rows(const TextShatteredClaim& claim, const Verdict& verdict,
                                         std::size_t most_words, const std::optional<Integer>& most,
                                         const theorems::certificates::WriteLine& write);

}  // namespace attest
