// A readout as the ReLU network that it is: affine maps with max(0, .) between them.
#pragma once

#include "attention/readout.hpp"
#include "attention/relu_network.hpp"

namespace attest::attention {

// R^inputs -> R, of a readout that is piecewise linear. max(a, b) = b + relu(a - b), min(a, b) = b - relu(b - a), |a| = relu(a) + relu(-a); a number that is needed behind a
// further layer passes it as relu(a) - relu(-a).
ReluNetwork network_of(const Readout& readout, std::size_t inputs);

}  // namespace attest::attention
