// What a layer puts out on one input, enclosed by rational numbers as proofs/library/Setting.v encloses it: the numbers of a
// refutation, which Coq computes again.
#pragma once

#include <span>
#include <vector>

#include "attention/layer.hpp"

namespace attest::theorems::coq {

struct Bounds {
  Rational low, high;
};

// e^-(scale unit) for a unit that the scores of all tuples differ by multiples of, c/e <= scale unit <= d/e: between low/den and
// high/den. Of a scale with a logarithm it is 1/k.
struct SoftmaxNumbers {
  Rational top, unit;
  Integer c, d, e;
  Integer low, high, den;
  long steps = 256;
  Integer deep;  // the powers beyond are between 0 and this one
};

struct EnclosedOutput {
  std::vector<SoftmaxNumbers> heads;  // of other kernels than softmax they are not set
  Bounds output;
};

// At this receiver, for the kinds of the input. Refusal (coq) for what proofs/library/Setting.v has no enclosure of.
EnclosedOutput enclosed_output(const attention::Layer& layer, std::span<const attention::Kind> kinds,
                               attention::Token receiver);

}  // namespace attest::theorems::coq
