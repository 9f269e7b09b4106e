#include "constructions/precision/problems_by_claim.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "constructions/poly/root_finding_layer.hpp"
#include "precision/layer/layer_precision.hpp"
#include "precision/matching/encoding_problem.hpp"

namespace attest {

namespace {

// The layer as it is verified.
std::unique_ptr<PrecisionProblem> root_finding(Variant variant, const Parameters& parameters,
                                               ReadoutBy readout_by) {
  const RootFinding record = root_finding_record(variant, parameters);
  if (!record.defects.empty()) {
    throw UsageError("--variant", to_string(variant),
                     fmt::format("a variant of poly/root-finding that defines a layer: {}: {}",
                                 record.defects.front().where, record.defects.front().what));
  }
  const auto numbers = std::make_shared<RootFindingLayer>(record, parameters.integer("n"));
  return std::make_unique<LayerPrecision>(numbers, numbers->tokens, numbers->layer, readout_by);
}

}  // namespace

std::unique_ptr<PrecisionProblem> root_finding_problem(Variant variant, const Parameters& parameters,
                                                       ReadoutBy readout_by) {
  return root_finding(variant, parameters, readout_by);
}

std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters) {
  if (id == "anna/message-encoding") return message_encoding_precision(parameters);
  if (id == "poly/root-finding") return root_finding(variant, parameters, ReadoutBy::network_if_any);
  return nullptr;
}

}  // namespace attest
