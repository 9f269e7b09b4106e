#include "verification/softmax_claim.hpp"

#include "verification/constant_size.hpp"

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

Check SoftmaxClaim::size_check(const SoftmaxSetting& setting, const std::string& parameter) const {
  const Parameters& here = setting.parameters();
  const long n = here.integer(parameter);
  std::vector<SizeAt> sizes{{here.to_string(), setting.size()}};
  for (const long other_n : {n + 1, 2 * n + 1}) {
    Parameters other = here;
    other.set(parameter, std::to_string(other_n), ParameterType::integer);
    const Construction record = construction(setting.variant(), other);
    sizes.push_back({other.to_string(), size_of(record, instantiate(record, this->sizes(other)).layer)});
  }
  return constant_size(sizes);
}

}  // namespace attest
