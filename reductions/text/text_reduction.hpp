// A theorem file about a reduction (theorems/stated_reduction.hpp) as a claim: every source instance of the sizes is mapped and both
// questions are answered, each by the evaluation of its own text.
#pragma once

#include <memory>
#include <string>

#include "claims/run_walk.hpp"
#include "claims/whole_claim.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/theorem_text.hpp"

namespace attest {

class TextReductionClaim : public WholeClaim, public WalkedClaim, public theorems::TextClaim {
 public:
  // `text` has a `reduction` and extends nothing. `id` and `file` as of theorems::claim_info.
  TextReductionClaim(theorems::TheoremText text, const std::string& id, const std::string& file);

  const theorems::TheoremText& text() const override { return text_; }

  std::vector<ParameterSpec> run_parameters() const override;
  // An instance of the source: as the inputs are spelled, "rank:R" or "random" (where `where` holds).
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override;
  Json weights(Variant variant, const Parameters& parameters) const override;
  Walkthrough walk(Variant variant, const Parameters& parameters, const Json& input,
                   std::uint64_t seed) const override;

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override;

 private:
  const theorems::TheoremText& text_of(Variant variant) const;

  theorems::TheoremText text_;
  std::vector<std::pair<Variant, theorems::TheoremText>> variants_;
};

// The catalogue's text of this name.
std::unique_ptr<TextReductionClaim> reduction_text(const std::string& id);

}  // namespace attest
