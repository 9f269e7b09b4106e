// The gap steps of seed 003 as reductions: Lemma C.9 (kIP with two sets), Theorem C.8 (IP-triangle; printed
// and repaired), Theorem E.7 (kIP), Corollary E.12 (HypergraphIP) and Corollary E.17 (IP-DIR-rCYC). All but
// the printed variant of Theorem C.8 are gap_images with other constraints.
#pragma once

#include <memory>

#include "reductions/reduction.hpp"

namespace attest {

std::unique_ptr<Reduction> ip_to_gap_ip_reduction();
std::unique_ptr<Reduction> ip_triangle_to_gap_reduction();
std::unique_ptr<Reduction> kip_to_gap_reduction();
std::unique_ptr<Reduction> hypergraph_ip_to_gap_reduction();
std::unique_ptr<Reduction> cycle_to_gap_reduction();

}  // namespace attest
