// What a layer would put out at the judged token if something in it were different: other outputs of its heads, another
// scale, no residual where heads land. Each is decided as exactly as the output itself.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "attention/head_tuples.hpp"
#include "theorems/explanation/scene.hpp"

namespace attest::theorems {

struct Outcome {
  attention::LayerOutput output;
  Status status;

  std::string y() const;  // "y = 3/2"
  Json value() const;     // "lower", "upper", and "exact" where it is known
};

class Alternatives {
 public:
  // Keeps references to both, and to the setting's layer.
  Alternatives(const Scene& scene, const attention::LayerOutput& output) : scene_(scene), output_(output) {}

  // Where some heads put out something else.
  Outcome with(const std::map<std::size_t, RationalVector>& outputs) const;
  // Where every head puts out the mean of its heaviest tuples' values.
  Outcome best(const std::vector<attention::HeadTuples>& heads) const;
  // Of a softmax head: all tuples alike; those of the least score alone; the scale so many times as large, at least once.
  Outcome equal_weights(std::size_t head) const;
  Outcome least_score(std::size_t head) const;
  Outcome scaled(std::size_t head, const Integer& factor) const;

 private:
  Outcome outcome(std::vector<attention::HeadSums> sums) const;

  const Scene& scene_;
  const attention::LayerOutput& output_;
};

// The layer without what the residual adds to the readout where heads land.
class WithoutResidual {
 public:
  WithoutResidual(const attention::Layer& layer, std::size_t coordinate);
  // There is something to leave out, at a token of this kind.
  bool changes(attention::Kind kind) const;
  Outcome at(const Scene& scene, const attention::LayerOutput& output) const;
  const std::vector<std::size_t>& coordinates() const { return left_out_; }

 private:
  const attention::Layer& layer_;
  std::vector<std::size_t> left_out_;
  attention::Layer changed_;
  attention::PreparedLayer prepared_;
};

}  // namespace attest::theorems
