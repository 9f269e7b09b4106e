// How often the next symbol of a next-token series is the one L steps before it: the best that copying one token can do.
//
// Source: seed 004_9370d393bf99a4b8.txt, the tasks of eqs. (4), (8), (9); the heuristics of lines 111, 146 and 188, which the paper
// leaves unexplained.
#pragma once

#include <cstdint>
#include <vector>

#include "constructions/ea/printed_cycles.hpp"
#include "numeric/integer.hpp"

namespace attest {

// By counting, for the lags 1..lags: the share of times t at which x(t) = x(t-L), in the long run, averaged over all windows to
// start from. A walk along every cycle; memory and time go with the number of windows, time also with the lags.
std::vector<Rational> counted_copy_shares(const NextTokenMap& map, std::uint32_t lags);

struct LinearShares {
  Rational copied;    // of windows with x(t) = x(t-L)
  Rational function;  // the most windows on which some function of x(t-L) alone is x(t)
};

// The same for NT and NT-S without a window looked at. They can be run backwards, so every window has one past, each is equally
// frequent, and x(t) and x(t-L) are linear forms of the window modulo N. A form with the coefficients c is 0 on the share
// gcd(c, N)/N of all windows, which settles copying by c = x(t) - x(t-L). The pairs (x(t), x(t-L)) are a subgroup G of Z_N^2,
// each pair equally frequent; let K be the y with (y, 0) in G. Given x(t-L), x(t) is one of |K| equally frequent values, so that no
// function does better than 1/|K|. |G| is N^2 by the greatest common divisor of the 2 x 2 minors of its generators with
// (N, 0) and (0, N); the x(t-L) are N by gcd(c', N) many, c' the coefficients of x(t-L); and |K| is the quotient.
// std::invalid_argument for NT-R.
std::vector<LinearShares> linear_copy_shares(const NextTokenSetting& setting, std::uint32_t lags);

}  // namespace attest
