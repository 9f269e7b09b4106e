// How a setting's inputs will be looked at and what that takes, before anything is run: steps are counted, never timed.
#pragma once

#include <optional>
#include <string>

#include "claims/verify_options.hpp"
#include "numeric/integer.hpp"

namespace attest {

class LayerSetting;

struct RunPlan {
  std::string words;          // "tables of scores, the exact sums behind them"
  Integer steps;              // an index tuple of one head at one judged token on one input is a step
  double steps_a_second = 0;  // of one core, as measured once (docs/benchmarks.md); 0: not known

  std::optional<double> seconds() const;  // of one core, within a factor of about ten
  std::string cost() const;  // "21233664 steps, about 0.01 s"; empty where nothing is known or run
};

// UsageError where a cover is asked for that cannot be made.
RunPlan plan_of(const LayerSetting& setting, Method method = Method::automatic);

// Inputs times index tuples of all heads at all judged tokens, of one layer.
Integer steps_of_enumeration(const LayerSetting& setting);

}  // namespace attest
