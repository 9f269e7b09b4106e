// Lemma 3.9: split-VC(Disj_m) >= m (seed 000, lines 285-304).
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "lowerbounds/strassen/shattering_set.hpp"

namespace attest {

ShatteringSet disjointness_shattering_set(int m);

std::unique_ptr<Claim> strassen_disjointness_shattered_claim();

}  // namespace attest
