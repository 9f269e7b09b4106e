// An enumeration that goes on from a checkpoint and is kept in it; what it says is what one enumeration without an end in between says
// (visited.hpp).
#pragma once

#include <vector>

#include "claims/checkpoint.hpp"
#include "verification/enumeration.hpp"

namespace attest {

// Null: nothing is kept. With options.first there is nothing to be kept: std::logic_error.
EnumerationResult enumerate(const InputSpace& space, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint);
EnumerationResult enumerate(const std::vector<Word>& words, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint);

}  // namespace attest
