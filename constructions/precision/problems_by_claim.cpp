#include "constructions/precision/problems_by_claim.hpp"

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "precision/matching/encoding_problem.hpp"
#include "theorems/layer_precision.hpp"

namespace attest {

std::unique_ptr<PrecisionProblem> root_finding_problem(Variant variant, const Parameters& parameters,
                                                       ReadoutBy readout_by) {
  std::unique_ptr<LayerSetting> setting = root_finding_setting(variant, parameters);
  const Check well_formed = setting->checks_before().front();
  if (well_formed.status != Status::holds) {
    throw UsageError("--variant", to_string(variant),
                     "a variant of poly/root-finding that defines a layer: " +
                         well_formed.reason.value_or("") + "; " + setting->choices().back());
  }
  return theorems::layer_precision_problem(std::move(setting), readout_by);
}

std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters) {
  if (id == "anna/message-encoding") return message_encoding_precision(parameters);
  if (id == "poly/root-finding") return root_finding_problem(variant, parameters, ReadoutBy::network_if_any);
  return nullptr;
}

}  // namespace attest
