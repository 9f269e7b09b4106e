// A readout that is piecewise linear, as the ReLU network that evaluates it (attention/readout_network.hpp), on numbers whose errors are bounded.
#pragma once

#include <functional>

#include "theorems/precision/bounded_term.hpp"
#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

// `readout`: in coordinates (0, c) of the stream, each with its error. Of relu(f) and relu(-f), of which one is 0, there is one unit here.
// In whatever order a unit adds what it reads.
BoundedTerm rounded_readout(const TermArithmetic& arithmetic, const PiecewiseForm& readout,
                            const std::function<BoundedTerm(std::size_t coordinate)>& stream);

}  // namespace attest::theorems
