// One setting of dat/continuous-select, and the bound of the error that it rests on.
#pragma once

#include "claims/parameters.hpp"
#include "constructions/dat/interpolating_layer.hpp"

namespace attest {

struct ContinuousSetting {
  Utility utility;
  long n;
  Rational L_u;
  Rational L_R;
  Rational eps;
  Rational eta;
  std::optional<Rational> next_eta;  // of eta=auto: no gap from here on has probability 1 - eps
  long m;
  Integer beta;

  // At most this much the interpolation of a relation is off. Linear interpolation of a function with Lipschitz constant L in
  // cells of width h is off by at most 2 L h s(1 - s) <= L h/2 at the share s of a cell, as the weights 1 - s and s stand at
  // values that differ by at most L h s and L h (1 - s). In two variables, one after the other: twice that. At the middle of
  // a cell the relation L (dist(x, hZ) + dist(y, hZ)) is off by L h.
  Rational relation_error() const { return L_R / m; }
  // At most this much interpolation takes from the gap, before the factor beta. In a cell whose inside has no x = y the
  // utility is affine and interpolated exactly. In a cell on the diagonal, at the shares s of x and t of y of its width
  // h = 1/m, -|x - y| is -h |s - t| and its interpolation -h (s(1 - t) + t(1 - s)), which is less by
  // 2 h min(s, t) (1 - max(s, t)) <= h/2: only the selected object loses by that. |x - y|: only the others gain.
  Rational score_error() const { return utility == Utility::largest ? Rational(0) : Rational(L_u / (2 * m)); }
  // The probability of the event.
  Rational probability() const;
  InterpolatingLayer layer() const { return InterpolatingLayer({utility, L_u, L_R, m, beta}); }
};

// Throws UsageError, also where beta=auto and no temperature serves.
ContinuousSetting continuous_setting(const Parameters& parameters);

// Of every relation, at every input of the event: with * for the selected object, r for the interpolated relation and alpha for
// the weights, |RA - R_*| <= sum_j alpha_j |r_j - R_*| <= relation_error + (1 - alpha_*) L_R, as |r_j - R_j| <= relation_error
// and |R_j - R_*| <= L_R |y_j - y_*|. Each other object weighs at most w = e^(-beta (eta - score_error)) as much as the
// selected one, so that 1 - alpha_* <= (n - 1) w/(1 + (n - 1) w).
Interval error_bound(const ContinuousSetting& setting, Precision precision);

// Whether the bound is below eps, decided at growing precision; nothing: not decided.
std::optional<bool> bound_serves(const ContinuousSetting& setting);

}  // namespace attest
