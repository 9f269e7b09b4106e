#include "lowerbounds/size_bounds/sparse_network.hpp"

#include <algorithm>

namespace attest {

namespace {

// 1, -2, 3, -4, 5, 1, ...: nonzero, of both signs.
Rational weight(std::size_t k) {
  const long size = static_cast<long>(k % 5) + 1;
  return size % 2 == 0 ? -size : size;
}

class Builder {
 public:
  explicit Builder(std::size_t inputs) { network_.inputs = inputs; }

  // Returns the source number of the new neuron.
  std::size_t add(const std::vector<std::size_t>& sources, bool with_bias) {
    SparseNeuron neuron;
    neuron.sources = sources;
    for (std::size_t k = 0; k < sources.size(); ++k) neuron.weights.push_back(weight(next_++));
    if (with_bias) neuron.bias = weight(next_++);
    network_.neurons.push_back(neuron);
    return network_.inputs + network_.neurons.size() - 1;
  }

  std::vector<std::size_t> add_layer(std::size_t width, const std::vector<std::size_t>& sources,
                                     bool with_bias) {
    std::vector<std::size_t> layer;
    for (std::size_t k = 0; k < width; ++k) layer.push_back(add(sources, with_bias));
    return layer;
  }

  SparseNetwork done() const { return network_; }

 private:
  SparseNetwork network_;
  std::size_t next_ = 0;
};

std::vector<std::size_t> all_inputs(std::size_t d) {
  std::vector<std::size_t> sources(d);
  for (std::size_t k = 0; k < d; ++k) sources[k] = k;
  return sources;
}

}  // namespace

long SparseNetwork::parameters() const {
  long total = biases();
  for (const SparseNeuron& neuron : neurons) total += static_cast<long>(neuron.weights.size());
  return total;
}

long SparseNetwork::biases() const {
  return std::count_if(neurons.begin(), neurons.end(),
                       [](const SparseNeuron& n) { return n.bias.has_value(); });
}

long SparseNetwork::readers() const {
  return std::count_if(neurons.begin(), neurons.end(), [this](const SparseNeuron& n) {
    return std::any_of(n.sources.begin(), n.sources.end(), [this](std::size_t s) { return s < inputs; });
  });
}

bool SparseNetwork::every_hidden_is_read() const {
  std::vector<bool> read(neurons.size(), false);
  for (const SparseNeuron& neuron : neurons) {
    for (const std::size_t s : neuron.sources) {
      if (s >= inputs) read[s - inputs] = true;
    }
  }
  return std::all_of(read.begin(), read.end() - 1, [](bool r) { return r; });
}

std::vector<SparseNetwork> sample_networks(std::size_t d) {
  std::vector<SparseNetwork> networks;
  const auto inputs = all_inputs(d);
  for (const bool bias : {false, true}) {
    {
      Builder affine(d);
      affine.add(inputs, bias);
      networks.push_back(affine.done());
    }
    for (std::size_t width = 1; width <= 3; ++width) {
      Builder shallow(d);
      shallow.add(shallow.add_layer(width, inputs, bias), bias);
      networks.push_back(shallow.done());
      Builder deep(d);
      deep.add(deep.add_layer(2, deep.add_layer(width, inputs, bias), bias), bias);
      networks.push_back(deep.done());
    }
    {
      Builder chain(d);  // as many ReLUs as parameters allow: P = U + 1 without biases
      std::size_t last = chain.add({0}, bias);
      for (int k = 0; k < 3; ++k) last = chain.add({last}, bias);
      chain.add({last}, bias);
      networks.push_back(chain.done());
    }
    {
      Builder sparse(d);  // one input a neuron, then a skip edge
      std::vector<std::size_t> layer;
      for (std::size_t k = 0; k < d; ++k) layer.push_back(sparse.add({k}, bias));
      layer.push_back(0);
      sparse.add(layer, bias);
      networks.push_back(sparse.done());
    }
  }
  return networks;
}

}  // namespace attest
