// Catalogue entries of the combinatorial reductions of seed 003.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> poly_max2sat_to_ip_triangle_claim();
std::unique_ptr<Claim> poly_ksat_to_kip_claim();
std::unique_ptr<Claim> poly_maxksat_to_hypergraph_ip_claim();
std::unique_ptr<Claim> poly_ip_triangle_to_cycle_claim();

}  // namespace attest
