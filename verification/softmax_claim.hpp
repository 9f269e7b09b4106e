// A claim about one layer of softmax attention. A theorem's file says what the construction and the task are,
// and what it claims beyond a right output on every input.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verification/softmax_setting.hpp"

namespace attest {

class SoftmaxClaim : public JudgedClaim {
 public:
  using JudgedClaim::JudgedClaim;

  bool accepts_weights() const override { return true; }
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return softmax_setting(variant, parameters);
  }
  std::unique_ptr<SoftmaxSetting> softmax_setting(Variant variant, const Parameters& parameters) const;

 protected:
  virtual Construction construction(Variant variant, const Parameters& parameters) const = 0;
  virtual std::unique_ptr<Task> task(const Parameters& parameters) const = 0;
  // The values of the size parameters that occur in the construction's polynomials.
  virtual std::map<std::string, Polynomial> sizes(const Parameters& parameters) const = 0;
  virtual bool unique_maximum_is_essential() const = 0;
  // Checks that only this theorem has; see SoftmaxSetting::FurtherChecks.
  virtual std::vector<Check> further_checks(const SoftmaxSetting& setting, const Interval& worst,
                                            const Interval& bound) const = 0;
  // The check `size`: the layers built for two further values of this parameter are as large as the setting's.
  Check size_check(const SoftmaxSetting& setting, const std::string& parameter) const;
};

}  // namespace attest
