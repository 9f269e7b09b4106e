// strassen/datasets and anna/datasets: the generators of the papers' experiments and their worked examples.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> strassen_datasets_claim();
std::unique_ptr<Claim> anna_datasets_claim();

}  // namespace attest
