// Whether the operation counts of vc_bound.hpp are right: both programs are run on networks of many shapes.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lowerbounds/size_bounds/vc_bound.hpp"

namespace attest {

// What is claimed for t; operations() in earnest, something else in the tests.
using OperationFormula = std::function<Integer(VcForm, const TransformerSize&)>;

struct OperationCheck {
  long runs = 0;      // evaluations whose operations were counted
  long attained = 0;  // of these, networks without biases, where the count is the formula exactly
  long guarded = 0;   // evaluations with a vanishing denominator, answered 0 instead of divided
  std::optional<std::string> failure;  // the first disagreement
};

// All d, H <= 3 and all sample_networks(d): the count never exceeds the formula, is equal to it where no
// neuron has a bias, both programs reach the same residual vector and decision, the network has at most P - r
// ReLUs, and where a denominator vanishes both programs answer 0 while eq. (23) as printed divides by zero.
OperationCheck check_operations(const OperationFormula& formula);

}  // namespace attest
