#include "theorems/explanation/alternatives.hpp"

#include <algorithm>

#include "numeric/short_decimal.hpp"
#include "theorems/explanation/readout_steps.hpp"
#include "verification/limits.hpp"

namespace attest::theorems {

using attention::HeadSums;
using attention::Layer;
using attention::LayerOutput;

std::string Outcome::y() const {
  const auto exact = output.exact();
  return "y = " + (exact ? short_text(*exact) : short_text(output.deviation(Rational(0), printed_bits)));
}

Json Outcome::value() const {
  const auto exact = output.exact();
  return number_json(exact, exact ? Interval() : output.deviation(Rational(0), printed_bits));
}

Outcome Alternatives::outcome(std::vector<HeadSums> sums) const {
  LayerOutput output(scene_.setting.prepared(), scene_.kind(), std::move(sums), scene_.coordinate);
  const Status status = scene_.setting.rightness_of(output, scene_.wanted);
  return {std::move(output), status};
}

Outcome Alternatives::with(const std::map<std::size_t, RationalVector>& outputs) const {
  std::vector<HeadSums> sums = output_.heads();
  for (const auto& [h, output] : outputs) sums[h] = attention::constant_sums(output);
  return outcome(std::move(sums));
}

Outcome Alternatives::best(const std::vector<attention::HeadTuples>& heads) const {
  std::map<std::size_t, RationalVector> outputs;
  for (std::size_t h = 0; h < heads.size(); ++h) outputs[h] = heads[h].heaviest_mean;
  return with(outputs);
}

Outcome Alternatives::equal_weights(std::size_t head) const {
  HeadSums equal = output_.heads()[head];
  equal.unit = Surd();
  return with({{head, equal.exact().value()}});
}

Outcome Alternatives::least_score(std::size_t head) const {
  const HeadSums& sums = output_.heads()[head];
  RationalVector mean = RationalVector::Constant(static_cast<Eigen::Index>(sums.values.size()), Rational(0));
  if (sums.counts.empty()) return with({{head, mean}});
  // A scale is at least 0: the least multiple of the unit is the least score.
  const auto& [least, count] = *sums.counts.begin();
  for (std::size_t c = 0; c < sums.values.size(); ++c) {
    const auto value = sums.values[c].find(least);
    if (value != sums.values[c].end()) mean(static_cast<Eigen::Index>(c)) = value->second / count;
  }
  return with({{head, mean}});
}

Outcome Alternatives::scaled(std::size_t head, const Integer& factor) const {
  std::vector<HeadSums> sums = output_.heads();
  // Scores are whole multiples of the head's unit, which stays what the layer was prepared for.
  const auto stretch = [&](ExponentialSum& sum) {
    ExponentialSum stretched;
    for (const auto& [score, count] : sum) stretched[score * factor] = count;
    sum = std::move(stretched);
  };
  stretch(sums[head].counts);
  for (ExponentialSum& values : sums[head].values) stretch(values);
  return outcome(std::move(sums));
}

namespace {

// Those of the readout in which a head lands; at some kind of token the encoding has another number than 0 there.
std::vector<std::size_t> landed_in(const Layer& layer, std::size_t coordinate) {
  std::vector<std::size_t> all;
  if (!layer.residual) return all;
  for (const std::size_t c : layer.readouts[coordinate].coordinates()) {
    if (std::any_of(layer.landings.begin(), layer.landings.end(),
                    [&](const Layer::Landing& landing) { return landing.to == c; }))
      all.push_back(c);
  }
  return all;
}

Layer layer_without(Layer layer, const std::vector<std::size_t>& coordinates) {
  for (RationalVector& stream : layer.stream) {
    for (const std::size_t c : coordinates) {
      if (stream.size() != 0) stream(static_cast<Eigen::Index>(c)) = 0;
    }
  }
  return layer;
}

}  // namespace

WithoutResidual::WithoutResidual(const Layer& layer, std::size_t coordinate)
    : layer_(layer),
      left_out_(landed_in(layer, coordinate)),
      changed_(layer_without(layer, left_out_)),
      prepared_(changed_) {}

bool WithoutResidual::changes(attention::Kind kind) const {
  return std::any_of(left_out_.begin(), left_out_.end(),
                     [&](std::size_t c) { return layer_.stream[kind](static_cast<Eigen::Index>(c)) != 0; });
}

Outcome WithoutResidual::at(const Scene& scene, const LayerOutput& output) const {
  LayerOutput without(prepared_, scene.kind(), output.heads(), scene.coordinate);
  const Status status = scene.setting.rightness_of(without, scene.wanted);
  return {std::move(without), status};
}

}  // namespace attest::theorems
