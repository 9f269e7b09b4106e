// strassen/function-composition: Theorem 4.2 of seed 000_bd1f352bd128419d.txt, lines 326-362.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "constructions/construction.hpp"

namespace attest {

// The record, for all n.
Construction strassen_function_composition(Variant variant);

std::unique_ptr<Claim> strassen_function_composition_claim();

}  // namespace attest
