// A feedforward ReLU network as a list of neurons: its architecture and its (constant) weights.
//
// Example: {2, {{{0}, {w}, b}, ...}} has two inputs; source s < inputs is input s, source inputs + j the
// output of neuron j. The last neuron is the output and has no ReLU. P counts the weights and biases that are
// there, one each: absent edges and absent biases cost nothing, so this is the convention under which a
// network of P parameters can be largest.
#pragma once

#include <optional>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

struct SparseNeuron {
  std::vector<std::size_t> sources;  // inputs and earlier neurons, each at most once
  std::vector<Rational> weights;     // one a source
  std::optional<Rational> bias;
};

struct SparseNetwork {
  std::size_t inputs = 0;
  std::vector<SparseNeuron> neurons;  // at least one; the last is the output

  long parameters() const;                                               // P
  long biases() const;                                                   // how many of them are biases
  long hidden() const { return static_cast<long>(neurons.size()) - 1; }  // U
  long readers() const;  // r: neurons (the output included) with an edge from an input
  bool every_hidden_is_read() const;
};

// Networks of several shapes with d inputs: affine maps, one and two hidden layers, chains, skip edges,
// sparse ones, with and without biases. Weights are small nonzero integers.
std::vector<SparseNetwork> sample_networks(std::size_t d);

}  // namespace attest
