// How wrong an output y is: its deviation is |y - truth| for numbers, 1/2 - y (yes) or 1/2 + y (no) for signs. An output is right
// if its deviation is less than 1/2, for a no at most 1/2 (y = 0 says no). Its decision margin is 1/2 less the deviation. The
// numbers of a vector have a bound of their own in the place of 1/2.
#pragma once

#include "numeric/interval.hpp"
#include "tasks/task.hpp"

namespace attest {

Rational deviation_of(const Wanted& wanted, const Rational& y);
Interval deviation_of(const Wanted& wanted, const Interval& y);
bool is_right(const Wanted& wanted, const Rational& y);
Interval margin_of(const Wanted& wanted, const Interval& y);
// How much a deviation must stay below, for every output of the task.
Rational largest_deviation(const Task& task);

Rational deviation_of(Decision decision, const Rational& y, long truth);
Interval deviation_of(Decision decision, const Interval& y, long truth);
Interval margin_of(Decision decision, const Interval& y, long truth);

}  // namespace attest
