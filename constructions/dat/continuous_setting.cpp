#include "constructions/dat/continuous_setting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr long most_cells = 1024;

Rational rational_of(const Parameters& parameters, const char* name) {
  return *rational_from_string(parameters.text(name));
}

// The least integer m >= 1 with value/m <= bound.
Integer cells_for(const Rational& value, const Rational& bound) {
  const Rational least = value / bound;
  const Integer whole = floor_of(least);
  return std::max(Integer(1), whole == least ? whole : Integer(whole + 1));
}

long automatic_cells(const ContinuousSetting& setting) {
  Integer cells = cells_for(setting.L_R, setting.eps / 2);
  if (setting.utility != Utility::largest)
    cells = std::max(cells, cells_for(setting.L_u / 2, setting.eta / 2));
  if (cells > most_cells)
    throw UsageError(
        "m", "auto",
        fmt::format(
            "a number from 1 to {}: auto would be {}, for L_R/m <= eps/2 and L_u/(2m) <= eta/2 with eta = {}",
            most_cells, to_string(cells), to_string(setting.eta)));
  return to_long(cells);
}

// The bound is below eps exactly for beta above log((n - 1)(L_R - rest)/rest)/(eta - score_error), rest = eps - relation_error.
Integer automatic_temperature(ContinuousSetting setting) {
  const Rational rest = setting.eps - setting.relation_error();
  const Rational gap = setting.eta - setting.score_error();
  setting.beta = 1;
  if (bound_serves(setting) == true) return setting.beta;
  if (rest <= 0 || gap <= 0)
    throw UsageError("beta", "auto",
                     fmt::format("a number: with m = {} the bound serves at no temperature, as {}", setting.m,
                                 rest <= 0 ? "L_R/m >= eps" : "L_u/(2m) >= eta"));
  const Interval odds(Rational((setting.n - 1) * (setting.L_R - rest) / rest), 256);
  setting.beta = nearest_integer_to_middle(log(odds) / Interval(gap, 256));
  // The nearest integer is at most one off; one more step back shows that the found one is the least.
  setting.beta = std::max(Integer(1), Integer(setting.beta - 1));
  while (bound_serves(setting) != true) setting.beta += 1;
  return setting.beta;
}

}  // namespace

Rational ContinuousSetting::probability() const {
  const Rational e = eta / L_u;
  return e > 1 && n > 1 ? Rational(0) : gap_probability(utility, n, std::min(e, Rational(1)));
}

ContinuousSetting continuous_setting(const Parameters& parameters) {
  ContinuousSetting setting{utility_from_string(parameters.text("utility")),
                            parameters.integer("n"),
                            rational_of(parameters, "L_u"),
                            rational_of(parameters, "L_R"),
                            rational_of(parameters, "eps"),
                            0,
                            {},
                            0,
                            0};
  if (setting.eps >= 1)
    throw UsageError("eps", to_string(setting.eps), "a number below 1: at 1 the event may be empty");
  if (parameters.text("eta") == "auto") {
    const GapWindow window = certain_gap(setting.utility, setting.n, 1 - setting.eps);
    setting.eta = setting.L_u * window.certain;
    if (setting.n > 1) setting.next_eta = setting.L_u * window.next;
  } else {
    setting.eta = rational_of(parameters, "eta");
  }
  setting.m = parameters.text("m") == "auto" ? automatic_cells(setting) : parameters.integer("m");
  setting.beta = parameters.text("beta") == "auto" ? automatic_temperature(setting)
                                                   : Integer(parameters.integer("beta"));
  return setting;
}

Interval error_bound(const ContinuousSetting& setting, Precision precision) {
  const Interval one(1L, precision);
  const Rational exponent = -setting.beta * (setting.eta - setting.score_error());
  const Interval others = Interval(setting.n - 1, precision) * exp(Interval(exponent, precision));
  return Interval(setting.relation_error(), precision) +
         Interval(setting.L_R, precision) * others / (one + others);
}

std::optional<bool> bound_serves(const ContinuousSetting& setting) {
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    const Ordering ordering = compare(error_bound(setting, precision), setting.eps);
    if (ordering == Ordering::less) return true;
    if (ordering == Ordering::greater || ordering == Ordering::equal) return false;
  }
  return std::nullopt;
}

}  // namespace attest
