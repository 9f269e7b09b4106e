// The largest error at a setting, over all of its inputs, beside the bound that is proved there.
#pragma once

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

// `sizes`: from where the bound's formula begins. std::logic_error where an input is off by more than the bound: then the task and the
// layer were read differently by the proof and by the run.
MeasuredError beside_bound(const LemmaProof& proof, const Sizes& sizes, const RealBounds& error);

}  // namespace attest::theorems
