// From how many bits on a theorem holds with every operation rounded (the model "plain", and with it "stored"), for every size: a monomial
// B in the sizes, and maybe logarithms of them, such that p bits with 2^p >= B are enough from a corner of the sizes on.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "theorems/proof/range_proof.hpp"
#include "verification/proof/decay.hpp"

namespace attest::theorems {

struct SufficientBits {
  RangeProof proof;     // without rounding
  std::string refusal;  // why nothing is proved of the rounded theorem; else:
  Sizes from;  // of a size that begins where earlier ones say it is how far it is above this end (Piece)
  std::map<std::string, std::string> said;           // each as it is said: "5", "tau + 1"
  proof::Laurent least;                              // B
  std::map<std::string, proof::Laurent> logarithms;  // "log(n)" among its names -> n
  std::vector<ProofStep> steps;                      // theorems/precision/rounded_proof.hpp
  std::optional<proof::Laurent> needed;              // 2^p >= this is needed by any format that puts y out

  // So far beyond the corner in each size, the given sizes with them.
  Sizes sizes_beyond(long step) const;
  // Whether these sizes, which are all there are, lie from the corner on.
  bool covers(const Sizes& sizes) const { return proof.ends->reach(sizes, from); }

  // The least p with 2^p >= B at these sizes, which are all there are, from the corner on.
  long bits_at(const Sizes& sizes) const;
  // The least p with 2^p >= `needed`.
  std::optional<long> needed_at(const Sizes& sizes) const;
  std::string bits_text() const;    // "p >= 11 + 2*log2(n)"
  std::string needed_text() const;  // "p >= log2(n)"
  // "Theta(log n)" where both are logarithms of one size, "O(log n + log k)" where nothing is needed.
  std::string growth_text() const;
};

// `words`: as in prove_for_every_size.
SufficientBits sufficient_bits(const TheoremClaim& claim, Variant variant,
                               const std::vector<std::string>& words, const VerifyOptions& options);

}  // namespace attest::theorems
