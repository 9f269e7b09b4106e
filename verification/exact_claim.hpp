// Claims whose construction is evaluated in rational arithmetic: exact-match attention, expressive
// attention, whole protocols.
//
// A subclass of ExactSetting says what the construction puts out on a word; enumeration, the "output"
// check, margins, counterexample, `attest run`, parts and merging are done here and in judged_claim.hpp.
//
//   class Copy : public ExactSetting {
//    public:
//     std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {...}
//     ...
//   };
//   class CopyClaim : public JudgedClaim {
//    public:
//     CopyClaim() : JudgedClaim(catalogue_entry()) {}
//     std::unique_ptr<JudgedSetting> setting(Variant v, const Parameters& p) const override {
//       return std::make_unique<Copy>(v, p);
//     }
//   };
#pragma once

#include "verification/exact_output.hpp"

namespace attest {

class ExactSetting : public JudgedSetting {
 public:
  using JudgedSetting::JudgedSetting;

  // y at each of task().judged_positions(), in their order. By the definition of the construction, for one
  // word on its own. Called from several threads at once.
  virtual std::vector<ExactOutput> outputs(std::span<const Symbol> word) const = 0;

  // A second condition of the claim that this word breaks; such words are counted (Observation::extra), and
  // checks_after turns the count into a check. It is essential or not as that check says.
  virtual bool breaks_second_condition(std::span<const Symbol>) const { return false; }

  PositionOutput output(std::span<const Symbol> word, std::size_t which) const override;
  std::vector<PositionOutput> all_outputs(std::span<const Symbol> word) const override;

  // Calls outputs() on every word; a subclass with something faster overrides it.
  std::unique_ptr<Judge> make_judge() const override;

  const std::vector<std::string>& choices() const override { return choices_; }
  const std::vector<std::string>& notes() const override { return notes_; }

 protected:
  std::vector<std::string> choices_;  // what the print leaves free and we filled in
  std::vector<std::string> notes_;    // probable transcription damage and the like
};

// The check for ExactSetting::breaks_second_condition: refuted with `reason` ("on {count} of ... ") if any
// checked word broke it, undecided if not all were seen, else holds by enumeration.
Check second_condition_check(const std::string& name, const Observation& observation,
                             const std::string& what_breaks);

}  // namespace attest
