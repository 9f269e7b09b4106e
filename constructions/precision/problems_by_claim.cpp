#include "constructions/precision/problems_by_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "constructions/poly/root_finding_layer.hpp"
#include "precision/layer/layer_precision.hpp"
#include "precision/matching/encoding_problem.hpp"

namespace attest {

namespace {

bool is_linear(const RootCheck& check) {
  return std::all_of(check.terms.begin(), check.terms.end(),
                     [](const RootCheck::Term& term) { return term.factors.size() <= 1; });
}

// 1/2 - |p(a)| for linear p: two ReLUs.
attention::Readout linear_root_check(const RootCheck& check) {
  using attention::Readout;
  attention::AffineForm p;
  for (const RootCheck::Term& term : check.terms) {
    if (term.factors.empty()) {
      p.constant = term.coefficient;
    } else {
      p.coefficients[term.factors.front()] = term.coefficient;
    }
  }
  return Readout::sum(Readout::constant(Rational(1, 2)),
                      Readout::scaled(Rational(-1), Readout::absolute(Readout::affine(p))));
}

// The layer as it is verified, read with ReLUs or with p itself.
std::unique_ptr<PrecisionProblem> root_finding(Variant variant, const Parameters& parameters,
                                               RootReadout readout) {
  const RootFinding record = root_finding_record(variant, parameters);
  if (!record.defects.empty()) {
    throw UsageError("--variant", to_string(variant),
                     fmt::format("a variant of poly/root-finding that defines a layer: {}: {}",
                                 record.defects.front().where, record.defects.front().what));
  }
  const auto numbers = std::make_shared<RootFindingLayer>(record, parameters.integer("n"));
  if (is_linear(numbers->check) && readout == RootReadout::relu_if_linear) {
    numbers->layer.readouts = {linear_root_check(numbers->check)};
    return std::make_unique<LayerPrecision>(numbers, numbers->tokens, numbers->layer);
  }
  return std::make_unique<LayerPrecision>(numbers, numbers->tokens, numbers->layer, numbers->check);
}

}  // namespace

std::unique_ptr<PrecisionProblem> root_finding_problem(Variant variant, const Parameters& parameters,
                                                       RootReadout readout) {
  return root_finding(variant, parameters, readout);
}

std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters) {
  if (id == "anna/message-encoding") return message_encoding_precision(parameters);
  if (id == "poly/root-finding") return root_finding(variant, parameters, RootReadout::relu_if_linear);
  return nullptr;
}

}  // namespace attest
