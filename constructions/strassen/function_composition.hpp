// strassen/function-composition: Theorem 4.2 of seed 000_bd1f352bd128419d.txt, lines 326-362.
#pragma once

#include <memory>

#include "attention/construction.hpp"
#include "claims/claim.hpp"
#include "numeric/interval.hpp"

namespace attest {

// The record, for all n.
Construction strassen_function_composition(Variant variant);

// The check `growth`: the greatest output error that was found at n against exp(-n^2/8).
Check exponential_error_check(long n, const Interval& bound);

std::unique_ptr<Claim> strassen_function_composition_claim();

}  // namespace attest
