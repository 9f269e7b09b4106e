// anna/message-encoding (Lemma B.4) in the shape that rounded evaluation reads: which width is enough to
// decode?
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "precision/matching/match_problem.hpp"

namespace attest {

// One head, one query. A token is machine 1, which asks, or a machine that sends: its state is its number
// and its message's words plus one (0 behind the end), the value its encoding, the key 1. psi is varphi
// behind the reading of head_reading.hpp and puts out the numbers of mpc::EncodingTask, -1 where it decodes
// nothing.
std::unique_ptr<PrecisionProblem> message_encoding_precision(const Parameters& parameters);

}  // namespace attest
