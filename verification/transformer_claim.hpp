// A claim about a complete one-layer transformer.
#pragma once

#include <functional>
#include <memory>

#include "verification/transformer_setting.hpp"

namespace attest {

class TransformerClaim : public JudgedClaim {
 public:
  using MakeSetting =
      std::function<std::unique_ptr<TransformerSetting>(Variant variant, const Parameters& parameters)>;

  TransformerClaim(ClaimInfo info, MakeSetting make) : JudgedClaim(std::move(info)), make_(std::move(make)) {}

  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return make_(variant, parameters);
  }
  bool accepts_weights() const override { return true; }

 private:
  MakeSetting make_;
};

// For a claimed rate Omega(g): the largest c with gap >= c g at this size, g a positive integer. Never
// essential, and one size decides nothing: undecided with the constant as its reason.
Check gap_growth(const TransformerSetting& setting, const Observation& observation, const Integer& g,
                 const std::string& g_text);

}  // namespace attest
