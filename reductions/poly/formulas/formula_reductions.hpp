// The reductions from formulas (seed 003; all cited there, constructed here):
//
//   max2sat-to-ip-triangle        Lemma C.7: t = 3 groups, pairs; targets with a sum of at most `falsified`
//   ksat-to-kip                   Theorem A.10: k groups, one constraint on all of them, m = 0. Clauses of
//   any
//                                 length: a coordinate is 1 in all k vectors exactly if no group makes the
//                                 clause true, however many groups and literals it has
//   maxksat-to-hypergraph-ip      Lemma E.10: t groups, k-subsets; targets as above
//
// The map itself is in clause_coordinates.hpp. "Is there an assignment that falsifies at most F?" has one
// target instance for every tuple of targets that sums to at most F; each target is at most the weight of the
// clauses that are given to its constraint (a larger one is never met). The most that can be satisfied is the
// total weight minus the least F with a yes instance.
//
// Solutions: an assignment goes to the target instance of its own falsified weights, and to the vectors of
// its parts; back, the parts are put together. Back after forth is the identity.
#pragma once

#include <memory>

#include "reductions/reduction.hpp"

namespace attest {

std::unique_ptr<Reduction> max2sat_to_ip_triangle();
std::unique_ptr<Reduction> ksat_to_kip();
std::unique_ptr<Reduction> maxksat_to_hypergraph_ip();

}  // namespace attest
