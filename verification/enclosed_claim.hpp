// Settings of a JudgedClaim whose outputs are enclosures and are judged one word at a time, without a filter.
#pragma once

#include "verification/judged_claim.hpp"

namespace attest {

class EnclosedSetting : public JudgedSetting {
 public:
  using JudgedSetting::JudgedSetting;

  // A second condition of the claim that this word breaks (Observation::extra).
  virtual bool breaks_second_condition(std::span<const Symbol> word,
                                       const std::vector<PositionOutput>& outputs) const = 0;

  std::unique_ptr<Judge> make_judge() const override;
  const std::vector<std::string>& choices() const override { return choices_; }
  const std::vector<std::string>& notes() const override { return notes_; }

 protected:
  std::vector<std::string> choices_;
  std::vector<std::string> notes_;
};

}  // namespace attest
