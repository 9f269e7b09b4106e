// Several layers of attention, one after the other (layer.hpp): the stream that a layer leaves is what the next one reads.
//
// Behind a layer of softmax the stream is a vector of real numbers, quotients of sums of exponentials, and the scores of the
// next layer are no multiples of a unit. What is rational stays so, exactly: residual coordinates, hard maxima and expressive
// heads of rational scores, means over equal scores, weights that are powers k^q. Everything else is known by intervals,
// which get as narrow as one likes but for a hard maximum whose best scores are equal and irrational.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "attention/layer_output.hpp"
#include "numeric/enclosed_number.hpp"

namespace attest::attention {

// The tokens whose stream a layer reads to give these tokens theirs, ascending: they themselves and those of their index tuples.
std::vector<Token> tokens_read(const Layer& layer, const std::vector<Token>& receivers);

class LayerStack {
 public:
  // At least two layers, of one dimension. The first one has kinds, rows and an encoding; those behind it have maps in the
  // place of rows and of what values are made of, and no encoding. The readouts are the last one's. `judged`: the tokens
  // whose output is asked for.
  // Throws UsageError where a head cannot be evaluated: an index set that cannot be listed, an expressive head with an irrational
  // scale, an exact-match head behind the first layer.
  LayerStack(std::vector<Layer> layers, std::vector<Token> judged);
  LayerStack(const LayerStack&) = delete;
  LayerStack& operator=(const LayerStack&) = delete;

  const std::vector<Layer>& layers() const { return layers_; }
  const PreparedLayer& first() const { return *first_; }
  // The tokens whose stream behind a layer is looked at, ascending.
  const std::vector<Token>& tokens(std::size_t layer) const { return tokens_[layer]; }

 private:
  std::vector<Layer> layers_;
  std::vector<std::vector<Token>> tokens_;  // [layer]
  std::unique_ptr<PreparedLayer> first_;
};

// The layers on one input.
class StackRun {
 public:
  using Stream = std::vector<EnclosedNumber>;

  // `kinds`: of each token. Keeps a reference. UsageError where an expressive head's weights are 0/0.
  StackRun(const LayerStack& stack, std::span<const Kind> kinds);

  // [token]: the stream behind the last layer; empty for tokens that are not judged. Looks at the stop flag.
  std::vector<Stream> streams(Precision precision) const;
  // The same behind that layer, of the tokens that are looked at.
  std::vector<Stream> streams_behind(std::size_t layer, Precision precision) const;

 private:
  struct Sums {
    HeadSums sums;
    std::vector<std::optional<Rational>> rational;  // [coordinate of the value]
  };
  std::vector<Stream> first_streams(Precision precision) const;

  const LayerStack& stack_;
  std::vector<Kind> kinds_;
  std::vector<std::vector<Sums>> sums_;  // [token][head] of the first layer
};

// The number of a readout at a stream.
EnclosedNumber read_out(const Readout& readout, const StackRun::Stream& stream);

}  // namespace attest::attention
