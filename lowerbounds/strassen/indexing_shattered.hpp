// Lemma 3.5: split-VC(Ind_n) >= n (seed 000, lines 212-225).
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "lowerbounds/strassen/shattering_set.hpp"

namespace attest {

ShatteringSet indexing_shattering_set(int n);

std::unique_ptr<Claim> strassen_indexing_shattered_claim();

}  // namespace attest
