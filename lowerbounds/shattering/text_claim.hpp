// A theorem file about a function that is shattered (theorems/shattered_function.hpp) as a claim: its rows and columns where it states
// some, pattern by pattern, and its bounds on the splitting VC dimension, by those rows or by the search over all partitions.
#pragma once

#include <string>

#include "lowerbounds/shattering/shattered_claim.hpp"
#include "lowerbounds/shattering/word_function.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/theorem_text.hpp"

namespace attest {

class TextShatteredClaim : public ShatteredClaim, public theorems::TextClaim {
 public:
  // `text` has a `shatter` and extends nothing. `id` and `file` as of theorems::claim_info.
  TextShatteredClaim(theorems::TheoremText text, const std::string& id, const std::string& file);

  const theorems::TheoremText& text() const override { return text_; }

  // The function for `attest shatter`. UsageError where its positions have different letters, or more than 255.
  WordFunction function(Variant variant, const Parameters& parameters) const;
  std::string definition(Variant variant) const;

  std::vector<ParameterSpec> run_parameters() const override;
  Json weights(Variant variant, const Parameters& parameters) const override;

 protected:
  // Of a text that states rows.
  ShatteredSetting setting(Variant variant, const Parameters& parameters, bool runs) const override;
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override;

 private:
  const theorems::TheoremText& text_of(Variant variant) const;

  theorems::TheoremText text_;
  std::vector<std::pair<Variant, theorems::TheoremText>> variants_;
};

// The catalogue's text of this name.
std::unique_ptr<TextShatteredClaim> shattered_text(const std::string& id);

}  // namespace attest
