// Theorem 4.1 of seed 000_bd1f352bd128419d.txt: Strassen attention by products of matrices.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> strassen_matrix_form_claim();

}  // namespace attest
