// A coordinator who may also multiply.
//
// Where some variables sit on x, which everyone knows, the sum over the others is a product over the groups
// that monomials still join, and the coordinator can multiply factors from different players. A block tuple
// stays out of reach of every protocol of partial sums and products when one of its groups needs blocks that
// no single player knows.
#pragma once

#include "lowerbounds/communication/branches.hpp"
#include "lowerbounds/communication/protocol.hpp"

namespace attest {

// `graph` is on protocol.variables vertices; `fixed` is the block of x.
std::vector<BlockTuple> out_of_reach(const Protocol& protocol, EdgeSet graph, int fixed);

}  // namespace attest
