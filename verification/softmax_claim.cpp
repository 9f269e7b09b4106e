#include "verification/softmax_claim.hpp"

namespace attest {

std::unique_ptr<SoftmaxSetting> SoftmaxClaim::softmax_setting(Variant variant,
                                                              const Parameters& parameters) const {
  auto result = std::make_unique<SoftmaxSetting>(variant, parameters, task(parameters),
                                                 construction(variant, parameters), sizes(parameters),
                                                 unique_maximum_is_essential());
  result->set_further_checks([this](const SoftmaxSetting& setting, const Interval& worst,
                                    const Interval& bound) { return further_checks(setting, worst, bound); });
  return result;
}

}  // namespace attest
