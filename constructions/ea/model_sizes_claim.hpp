// ea/model-sizes: the numbers that seed 004_9370d393bf99a4b8.txt prints of its models and runs, lines 84-144.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> ea_model_sizes_claim();

}  // namespace attest
