#include "kernel/export.hpp"

#include <fmt/format.h>

#include "kernel/exported.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/input_witness.hpp"

namespace attest::theorems::coq {

using proof::Refusal;

namespace {

// The proof once more, with what it found. Where single sizes were proved with sharper bounds the corner is above the first size.
Exported at_corner(const TheoremText& text, const std::string& size, const Integer& least, Integer corner,
                   const std::string& variant) {
  constexpr long most = 16;
  for (long step = 0;; ++step, corner += 1) {
    ProofSetting setting;
    setting.from[size] = corner;
    try {
      SymbolicTheorem theorem(text, setting);
      const LemmaProof proof = prove_by_integer_addresses(theorem);
      return exported_of(theorem, proof, least, corner, variant);
    } catch (const Refusal& refusal) {
      if (refusal.hypothesis() != "bound" || step == most) throw;
    }
  }
}

}  // namespace

std::string exported_text(const TheoremClaim& claim, const RangeProof& proof) {
  const std::string variant = attest::to_string(proof.variant);
  if (proof.status == Status::refuted || proof.status == Status::ill_formed)
    throw Refusal("coq", fmt::format("{} ({}) is {}", proof.claim, variant, proof.reason));
  if (proof.status != Status::holds || !proof.main) {
    throw Refusal("coq", fmt::format("{} ({}) is not proved for every size: {}", proof.claim, variant,
                                     proof.refusal.empty() ? proof.reason : proof.refusal));
  }
  if (has_conditions(variant_of(claim.text(), variant)))
    throw Refusal("coq", "a theorem that speaks of some inputs only is not exported so far");
  if (!proof.fixed.empty() || !proof.parameters.empty() || proof.main->from.size() != 1)
    throw Refusal("coq", "several sizes, sizes that are given, and parameters are not exported so far");
  if (proof.main->proof->lemma != "integer-addresses")
    throw Refusal("coq",
                  fmt::format("a proof by the lemma {} is not exported so far", proof.main->proof->lemma));
  const auto& [size, corner] = *proof.main->from.begin();
  Integer least = corner;
  for (const Piece& piece : proof.below) {
    if (!piece.from.empty() || piece.evidence != Evidence::enumeration)
      throw Refusal("coq", fmt::format("{} is not decided by enumeration; this is not exported so far",
                                       fixed_text(piece)));
    least = std::min(least, piece.fixed.at(size));
  }
  const Exported exported = at_corner(variant_of(claim.text(), variant), size, least, corner, variant);
  return statement_text(exported) + proof_text(exported);
}

}  // namespace attest::theorems::coq
