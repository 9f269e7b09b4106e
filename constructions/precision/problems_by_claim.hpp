// The constructions that are no texts, in the shape that rounded evaluation reads: the exact-match layers of
// anna/simulates-mpc and anna/message-encoding, and poly/root-finding. Each is taken
// from the record that its claim verifies; tests compare the number of right inputs with the certified verdict.
#pragma once

#include <memory>
#include <string>

#include "claims/claim.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

// nullptr for any other claim. Throws UsageError where the variant or the parameters define no such layer.
std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters);

// Of poly/root-finding. Linear p have a network of two ReLUs; the polynomial itself can be evaluated for every p.
std::unique_ptr<PrecisionProblem> root_finding_problem(Variant variant, const Parameters& parameters,
                                                       ReadoutBy readout_by);

// Of anna/message-encoding: which width is enough to decode? psi reads the average that machine 1 gets, to the nearest, and
// puts out the numbers of mpc::EncodingTask, -1 where it decodes nothing.
std::unique_ptr<PrecisionProblem> message_encoding_precision(const Parameters& parameters);

}  // namespace attest
