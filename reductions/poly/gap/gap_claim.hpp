// The claims about the gap steps of seed 003: every source instance of a small size, every target instance of
// each, every tuple of each (gap_check.hpp).
#pragma once

#include <functional>
#include <memory>

#include "claims/whole_claim.hpp"
#include "reductions/problems/inner_products.hpp"

namespace attest {

// poly/ip-to-gap-ip (Lemma C.9), poly/ip-triangle-to-gap (Theorem C.8), poly/kip-to-gap (Theorem E.7),
// poly/hypergraph-ip-to-gap (Corollary E.12), poly/cycle-to-gap (Corollary E.17; an id of ours).
std::unique_ptr<Claim> poly_ip_to_gap_ip_claim();
std::unique_ptr<Claim> poly_ip_triangle_to_gap_claim();
std::unique_ptr<Claim> poly_kip_to_gap_claim();
std::unique_ptr<Claim> poly_hypergraph_ip_to_gap_claim();
std::unique_ptr<Claim> poly_cycle_to_gap_claim();

// All instances of a shape: for each set every list of n vectors in {0,1}^d in ascending order (as numbers,
// first coordinate most significant; repetitions are allowed), for each constraint every target 0..d.
struct GapSources {
  problems::Family family = problems::Family::k_ip;
  std::size_t sets = 2;
  std::size_t order = 2;
  std::size_t n = 1;
  std::size_t d = 1;
  bool equal_targets = false;  // one target for all constraints

  Integer count() const;
  // The instance of that rank in the order of visit(), 0 <= rank < count().
  problems::InnerProducts unrank(Integer rank) const;
  // In order: sets lexicographically, then targets. Stops when `visit` returns false.
  void visit(const std::function<bool(const problems::InnerProducts&)>& visit) const;
};

// Every list of n vectors in {0,1}^d in ascending order.
std::vector<problems::BitVectors> ascending_lists(std::size_t n, std::size_t d);

}  // namespace attest
