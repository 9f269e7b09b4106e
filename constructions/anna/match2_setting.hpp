// One setting of anna/match2-by-hashing: construction, family, z and l, and what Theorem 3.4 promises of them.
#pragma once

#include <memory>

#include "algorithms/hashing/theorem_parameters.hpp"
#include "claims/parameters.hpp"
#include "constructions/anna/match2_probability.hpp"

namespace attest {

class Claim;

struct HashedMatch2Setting {
  HashedMatch2 match2;
  TableLaw law;
  long z;
  long l;
  long least_z;                    // line 423: p2^z <= 0.1/N^3
  hashing::Enclosure printed_eta;  // line 427
  hashing::Enclosure
      eta;  // what is promised of this variant: printed, or with the factor l of anna/lsh's repair
};

// UsageError where Theorem 3.4 does not speak of the family: c = 1/r > sqrt 3 and rho < 1/3.
HashedMatch2Setting match2_setting(Variant variant, const Parameters& parameters);

// One input and one draw of the hash functions, through Algorithm 1.
Json run_match2(const HashedMatch2Setting& setting, const Json& given, std::uint64_t seed);

std::unique_ptr<Claim> anna_match2_claim();

}  // namespace attest
