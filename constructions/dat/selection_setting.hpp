// One setting of dat/select-and-relate: the instance, the temperature, the networks and what they give on the
// grid; and the checks that need no input.
#pragma once

#include "claims/whole_claim.hpp"
#include "constructions/dat/relational_attention.hpp"
#include "constructions/dat/temperature.hpp"
#include "tasks/select_and_relate.hpp"

namespace attest {

struct SelectionSetting {
  // Throws UsageError for a utility or relation file that does not fit.
  explicit SelectionSetting(const Parameters& parameters);

  SelectAndRelate task() const { return {instance.utility, n, rule}; }

  long n;
  SelectRule rule;
  Rational eps;
  GridInstance instance;
  std::vector<std::vector<long>> weight_utility;  // what the scores are beta times
  std::optional<LeastTemperature> least;
  std::optional<LeastTemperature> proof;
  Rational beta;
  RelationalAttention attention;
  AttentionTables tables;
};

// <phi_q(x), phi_k(y)> = beta u(x, y) and r = R, by the networks themselves at every pair of grid points.
Check scores_check(const SelectionSetting& setting);
Check relation_check(const SelectionSetting& setting);

// The derivation is in temperature.hpp. Checked are its two ends: at the threshold itself the critical
// input's error is eps exactly (e^{-beta g} = 1/odds is rational there), and the temperature used is above
// it.
Check temperature_check(const SelectionSetting& setting);

// The networks for a longer context and half the eps are of the same size: only beta changes.
Check selection_size_check(const SelectionSetting& setting);

}  // namespace attest
