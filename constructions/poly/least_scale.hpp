// A2=auto: the least A^2 = k/4, k = 1, 2, ..., at which every input's output is within 1/2.
//
// Correctness need not be monotone in A^2, so every k is decided: one wrong input settles a k that fails,
// a whole enumeration the one that works. Inputs that were wrong before are tried first.
#pragma once

#include <functional>
#include <string>

#include "verification/softmax_setting.hpp"

namespace attest {

struct LeastScale {
  bool found = false;
  Rational a_squared;       // the least one; else the last that was looked at
  Observation observation;  // the enumeration at a_squared
  std::string explanation;  // how the scan ended, in words
};

// `at(a_squared)` makes the setting. When no A^2 can work the scan ends with a proof of that:
//
// Let q = n^(-A^2/d) < 1. Scores are -(sum of squares of integers), zero at the one right tuple l*, and for
// fixed (l_2, .., l_v) the v-th square runs over squares of distinct integers. So all weights relative to
// the best sum to at most theta^t, theta = 1 + 2 sum_{a>=1} q^(a^2), and the output is within
// (1 - theta^(-t)) * (V_max - V_min) of the value at l*. Where that value is off by at least 1 on some
// input and the distance is below 1/2, that input is wrong at this A^2 and at every larger one.
// By the same argument: the least value and the largest are `spread` apart, the value at l* is right, so the
// error is at most this.
Rational error_bound(long t, const Rational& q, const Rational& spread);

// A^2 = 3t (1 + log_n 4t) suffices for n >= 2 in the repaired variant (d = 3t, values in [1, n]): there q =
// n^(-A^2/(3t)) = 1/(4tn), and
//
//   1 - theta^(-t) <= t log theta <= 2tq/(1-q),  so the error is at most  2t(n-1)/(4tn-1) < 1/2,
//
// since 4t(n-1) < 4tn - 1. For a larger A^2 q is smaller.
Interval sufficient_a_squared(long t, long n);
// Whether that proves every output right at this A^2, n >= 2: the bound on the error is computed from A^2, below
// 1/2 or not. A bound that is not below 1/2 refutes that this argument suffices.
Check sufficient_scale_check(long t, long n, const Interval& a_squared);

LeastScale find_least_scale(const std::function<std::unique_ptr<SoftmaxSetting>(const Rational&)>& at,
                            const VerifyOptions& options);

}  // namespace attest
