// The constructions that are neither a SoftmaxClaim nor a TransformerClaim, transcribed into the shape that
// rounded evaluation reads: ea/next-token, ea/next-token-dot-product, anna/ema-match2, anna/sum,
// anna/induction-heads, anna/k-hop, anna/message-encoding, poly/root-finding (read with ReLUs where p is
// linear, else with root_check.hpp), dat/select-and-relate and dat/symbol-retrieval. Each is taken from the
// record that its claim verifies, where there is one; tests compare the number of right inputs with the
// certified verdict.
#pragma once

#include <memory>
#include <string>

#include "claims/claim.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

// nullptr for any other claim. Throws UsageError where the variant or the parameters define no such layer.
std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters);

// How poly/root-finding reads 1/2 - |p(a)|. Linear p have a network of two ReLUs; the polynomial itself can
// be evaluated for every p.
enum class RootReadout { relu_if_linear, polynomial };
std::unique_ptr<PrecisionProblem> root_finding_problem(Variant variant, const Parameters& parameters,
                                                       RootReadout readout);

}  // namespace attest
