// What `prove` says of a theorem that a search has found: for every size, or why not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repair/settings.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest::theorems::repair {

struct EverySize {
  std::optional<RangeProof> proof;
  std::string no_proof;  // why there is none

  bool proved() const { return proof && proof->status == Status::holds; }
};

inline constexpr double most_seconds_of_proof = 30;

// `variant`: of the text; `given`: k=v, fixed. Takes at most `most_seconds_of_proof` and what `run` has left.
EverySize every_size(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
                     const std::vector<std::string>& given, VerifyOptions run);

}  // namespace attest::theorems::repair
