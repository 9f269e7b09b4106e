// What the catalogue says of a theorem's text: variants, parameters, and the settings of its `expect` lines with their verdicts.
#pragma once

#include <optional>
#include <string>

#include "claims/claim.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// `id`: of the catalogue, or own:NAME; `file`: what a text without a source is a statement of. Throws UsageError for what is not
// evaluated whatever the sizes.
ClaimInfo claim_info(const TheoremText& text, const std::string& id, const std::string& file);

bool declares(const TheoremText& text, const std::string& name);
// UsageError where a variant lacks a size of its own, or is given one that it does not have. `text`: the variant's.
void check_declared(const ClaimInfo& info, const TheoremText& text, Variant variant,
                    const Parameters& parameters);

// An `expect` without a variant speaks of the stated theorem, or of the only variant.
bool speaks_of(const ExpectStatement& expect, Variant variant, std::size_t variants);

// A claim that a theorem's text states.
class TextClaim {
 public:
  virtual ~TextClaim() = default;
  virtual const TheoremText& text() const = 0;
};

// What an `expect` line says of a setting, beside the verdict.
struct Expectation {
  std::optional<Kind> kind;         // expect refuted(display)
  std::vector<std::string> inputs;  // by INPUT: each must fail; as they are written
};
Expectation expectation_of(const TheoremText& text, const ClaimInfo& info, Variant variant,
                           const Parameters& parameters);

}  // namespace attest::theorems
