// What `attest prove` says of the theorems whose settings an audit runs: each claim, variant and choice of parameters is proved once.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "claims/claim.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest {

class EverySize {
 public:
  explicit EverySize(VerifyOptions options) : options_(std::move(options)) {}

  // The proof that has these parameters; its sizes do not count. Nothing for what is no theorem as text. A parameter that is auto has
  // the value at which the text expects a proof for every size (RangeProof::chosen); nothing where it expects none.
  const std::optional<theorems::RangeProof>& of(const Claim& claim, Variant variant,
                                                const Parameters& parameters);

 private:
  VerifyOptions options_;
  std::map<std::string, std::optional<theorems::RangeProof>> known_;
};

// What the proof shows of the verdict's growth checks, in the place of what one size says: at sizes from the proof's corner on.
void take_growth(Verdict& verdict, const Claim& claim, const Parameters& parameters,
                 const theorems::RangeProof& proof);

// "n >= 3" where it holds at every size and is proved from there on; "n >= 9 (refuted below)"; "-" where nothing is proved.
std::string every_size_text(const std::optional<theorems::RangeProof>& proof);
// {"verdict", "from", "lemma"} and, of a parameter that is auto, "with": {"beta": "3"}; or null.
Json every_size_json(const std::optional<theorems::RangeProof>& proof);

// What `attest show` says of a variant: "holds: n >= 3 by integer-addresses; n = 1: holds (enumeration)", or what is in the way; empty for
// what has no layer.
std::string every_size_line(const Claim& claim, Variant variant);

}  // namespace attest
