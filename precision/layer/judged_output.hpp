// Whether an output y of a layer answers `truth`, as `attest verify` asks it: |y - truth| < 1/2 for numbers (a
// tie is wrong; of a vector's numbers less than its eps), the side of zero for signs (y > 0 for 1, so that y = 0 is a no). NaN and infinities answer
// nothing.
#pragma once

#include "numeric/floating/float_arithmetic.hpp"
#include "numeric/interval.hpp"
#include "precision/precision_problem.hpp"
#include "tasks/task.hpp"

namespace attest {

bool answers(const FloatValue& y, long truth, Decision decision);
bool answers(double y, long truth, Decision decision);

// As `wanted` asks it, a number by less than wanted.within.
bool answers(const FloatValue& y, const Wanted& wanted);

// Of an enclosed y, which may leave it undecided.
Answer judged(const Interval& y, const Wanted& wanted);

}  // namespace attest
