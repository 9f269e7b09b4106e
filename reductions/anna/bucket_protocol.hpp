// The protocols of Theorems C.1 and C.3 (seed 001_9fe7599dfb64bc47.txt, lines 641-722) round by round, for
// one layer and one head, as a value that the simulator runs.
//
//   1        the input words go to the token machines
//   2        token i computes q, k, v and sends (q, i) and (k, v, i) to each table (through a tree if there
//            are many tables)
//   3..      sorting by hash code and token: merge exchange on blocks; collected on the leaves of two trees
//   then     up the trees: a run of equal codes that is complete goes to its "meta-info" machine, the first
//            and the last run of a node to its parent
//   then     (i, h_k) sends its buckets to (i, h_q), which answers the nodes that asked
//   then     down the query tree to the leaves, from there to the tokens; tables are added up on the way
//   last     token i puts out one word, on machine ceil(i/s)
//
// A machine keeps what it will need by sending it to itself (Protocol::keeping_is_free).
#pragma once

#include <memory>

#include "protocols/protocol.hpp"
#include "reductions/anna/bucket_plan.hpp"

namespace attest {

struct BucketProtocol {
  mpc::Protocol protocol;
  long sorting_rounds = 0;  // those of the merge exchange, without moving items there and away
};

// The plan must have no defect (std::invalid_argument) and all its functions. Output word i: output_word of
// the value that token i received.
BucketProtocol bucket_protocol(const std::shared_ptr<const BucketPlan>& plan);

}  // namespace attest
