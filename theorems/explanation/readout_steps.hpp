// A readout step by step at one token: which head lands where, what the residual adds, and what relu, |.|, min, max
// and products make of it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "attention/layer_output.hpp"
#include "theorems/explanation/scene.hpp"

namespace attest::theorems {

// A number in JSON: "lower", "upper" and, where it is known, "exact".
Json number_json(const std::optional<Rational>& exact, const Interval& enclosed);

// What a head puts out, coordinate by coordinate.
Json head_output(const attention::HeadSums& sums);

// The stream that is read out: itself where it is rational, and enclosures of it.
struct FinalStream {
  std::optional<std::vector<Rational>> exact;
  std::function<std::vector<Interval>(Precision)> enclosed;
};

// [{"name": "t1", "formula", "value"}, .., {"name": "y", ..}]
Json readout_steps(const Scene& scene, const attention::Readout& readout, const FinalStream& stream);

// {"formula": "relu(out - 2)", "coordinates": [{"name", "residual", "landings": [{"head", "coordinate", "factor", "value"}],
// "value"}], "steps": [{"name": "t1", "formula", "value"}, .., {"name": "y", ..}]}
Json readout_json(const Scene& scene, const attention::LayerOutput& output);

}  // namespace attest::theorems
