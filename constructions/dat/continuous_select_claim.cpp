// dat/continuous-select: Theorem 1 of seed 002 where everything can be written down, on [0, 1] with uniform law. The event is
// line 267's with i = i*, which is what the theorem needs.
//
// By hand, n = 2, nearest, L_u = L_R = 1, eps = 1/10: the event has probability (1 - eta)^3 >= 9/10 for eta <= 0.0345. With
// m = 29 cells relations are off by at most 1/29 = 0.0345 and scores by 1/58 = 0.0172, so the other object weighs at most
// w = e^(-0.0173 beta), and 0.0345 + w/(1 + w) < 1/10 for beta > log(0.9345/0.0655)/0.0173 = 154.
//
// No networks serve at every input, whatever they are: RA(x, y) is continuous. At x = 1/2, y = (0, 1) of nearest, R = L_R y, moving
// y_1 or y_2 towards x by t makes the selected relation L_R t or L_R (1 - t), so that near this point RA is off by L_R/2 - o(1) at
// least. This needs n >= 2 (further objects are 1) and eps < L_R/2.

#include <fmt/format.h>

#include <algorithm>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/dat/continuous_setting.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "numeric/decimal.hpp"
#include "numeric/short_decimal.hpp"
#include "tasks/rational_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

// One input, judged.
struct JudgedPoint {
  Selection selected;
  bool in_event;
  Interval output;
  Rational truth;
  Interval error;
  Ordering against_eps;
};

JudgedPoint judged_point(const ContinuousSetting& setting, const InterpolatingLayer& layer, const HatPoint& x,
                         const std::vector<HatPoint>& y) {
  JudgedPoint point;
  point.selected = selection(setting.utility, x, y);
  point.in_event = !point.selected.gap || setting.L_u * *point.selected.gap > setting.eta;
  point.truth = layer.true_relation(y[point.selected.place].z);
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    point.output = layer.output(x, y, precision);
    point.error = abs(point.output - Interval(point.truth, precision));
    point.against_eps = compare(point.error, setting.eps);
    if (point.against_eps != Ordering::undecided) break;
  }
  return point;
}

Json input_json(const HatPoint& x, const std::vector<HatPoint>& y) {
  Json objects = Json::array();
  for (const HatPoint& object : y) objects.push_back(to_string(object.z));
  return {{"x", to_string(x.z)}, {"y", objects}};
}

struct GridOutcome {
  std::uint64_t looked_at = 0;
  std::uint64_t in_event = 0;
  std::uint64_t failing = 0;
  std::uint64_t open = 0;
  std::uint64_t failing_outside = 0;
  Json first_failure;
};

// All x and all y, in ascending order, of multiples of 1/parts: the output does not depend on the order.
class GridWalk {
 public:
  GridWalk(const ContinuousSetting& setting, long parts) : setting_(setting), layer_(setting.layer()) {
    for (long k = 0; k <= parts; ++k) points_.push_back(layer_.point(Rational(k, parts)));
  }

  GridOutcome outcome(const Deadline& deadline) {
    for (const HatPoint& x : points_) {
      std::vector<HatPoint> y;
      walk(x, 0, y, deadline);
    }
    return outcome_;
  }

 private:
  void walk(const HatPoint& x, std::size_t from, std::vector<HatPoint>& y, const Deadline& deadline) {
    if (deadline.reached()) return;
    if (static_cast<long>(y.size()) == setting_.n) return judge(x, y);
    for (std::size_t k = from; k < points_.size(); ++k) {
      y.push_back(points_[k]);
      walk(x, k, y, deadline);
      y.pop_back();
    }
  }

  void judge(const HatPoint& x, const std::vector<HatPoint>& y) {
    const JudgedPoint point = judged_point(setting_, layer_, x, y);
    const bool wrong = point.against_eps == Ordering::greater || point.against_eps == Ordering::equal;
    ++outcome_.looked_at;
    if (!point.in_event) {
      outcome_.failing_outside += wrong ? 1 : 0;
      return;
    }
    ++outcome_.in_event;
    outcome_.open += point.against_eps == Ordering::undecided ? 1 : 0;
    if (!wrong) return;
    if (++outcome_.failing == 1) outcome_.first_failure = input_json(x, y);
  }

  const ContinuousSetting& setting_;
  InterpolatingLayer layer_;
  std::vector<HatPoint> points_;
  GridOutcome outcome_;
};

// (parts + 1) C(n + parts, parts)
Integer inputs_of_grid(long n, long parts) {
  Integer binomial = 1;
  for (long k = 1; k <= parts; ++k) binomial = binomial * (n + k) / k;
  return (parts + 1) * binomial;
}

long parts_of_grid(long n) {
  long parts = 1;
  while (parts < 24 && inputs_of_grid(n, parts + 1) <= 20000) ++parts;
  return parts;
}

// An input of the event with a gap just above eta whose other objects are all in one place, as far from the selected one as the
// gap allows; `largest` has no such freedom, there the gap that costs most, 1/(beta L_u) if that is greater, is tried as well.
// A failure at it refutes the construction.
Json failing_input(const ContinuousSetting& setting) {
  if (setting.n == 1) return nullptr;
  const InterpolatingLayer layer = setting.layer();
  const Rational least = setting.eta / setting.L_u * (1 + Rational(1, 1 << 20));
  std::vector<Rational> gaps{least};
  if (setting.utility == Utility::largest)
    gaps.push_back(std::max(least, Rational(1 / (setting.beta * setting.L_u))));
  for (const Rational& gap : gaps) {
    if (gap > 1) continue;
    const Rational x = setting.utility == Utility::nearest ? (1 - gap) / 2 : (1 + gap) / 2;
    const Rational selected = setting.utility == Utility::largest ? Rational(1) : Rational(0);
    const Rational other = setting.utility == Utility::largest ? Rational(1 - gap) : Rational(1);
    std::vector<HatPoint> y{layer.point(selected)};
    for (long j = 1; j < setting.n; ++j) y.push_back(layer.point(other));
    const JudgedPoint point = judged_point(setting, layer, layer.point(x), y);
    if (point.in_event && (point.against_eps == Ordering::greater || point.against_eps == Ordering::equal))
      return input_json(layer.point(x), y);
  }
  return nullptr;
}

// With scores beta u and relations R, without any interpolation, the input of failing_input for R = L_R y tends to the error
// L_R (n - 1) w/(1 + (n - 1) w), w = e^(-beta eta), as its gap falls to eta: no beta below log((n - 1)(L_R - eps)/eps)/eta serves.
// (largest: the relation's difference is bounded by the gap, and nothing is said.)
std::optional<Interval> exact_networks_need(const ContinuousSetting& setting) {
  if (setting.utility == Utility::largest || setting.L_R <= setting.eps || setting.eta >= setting.L_u)
    return {};
  const Rational odds = (setting.n - 1) * (setting.L_R - setting.eps) / setting.eps;
  if (odds <= 1) return {};
  return log(Interval(odds, 256)) / Interval(setting.eta, 256);
}

Check probability_check(const ContinuousSetting& setting) {
  const Rational probability = setting.probability();
  const Interval shown(probability, 64);
  const Rational wanted = 1 - setting.eps;
  const std::string event =
      fmt::format("a gap of more than eta = {} has probability", to_string(setting.eta));
  if (probability < wanted)
    return refuted(Kind::constant, "probability",
                   fmt::format("{} at most {}, below 1 - eps = {}", event, short_upper_bound(shown, wanted),
                               to_string(wanted)));
  return holds("probability", Evidence::symbolic,
               fmt::format("{} at least {}{}", event, short_lower_bound(shown),
                           setting.next_eta ? fmt::format("; for eta = {} it is below 1 - eps",
                                                          to_string(*setting.next_eta))
                                            : ""));
}

Check networks_check(const ContinuousSetting& setting) {
  return setting.layer().network().interpolates()
             ? holds(
                   "networks", Evidence::cover,
                   "the second differences of the hidden units are the hat functions of the grid, cell by cell")
             : refuted(Kind::construction, "networks",
                       "the second differences of the hidden units are no hat functions");
}

class ContinuousSelect : public WholeClaim {
 public:
  ContinuousSelect() : WholeClaim(program_info("dat/continuous-select")) {}

  // One query and its objects; the relation is R(x, y) = L_R y.
  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const ContinuousSetting setting = continuous_setting(parameters);
    const RationalInput input = input_of(setting, given, seed);
    const InterpolatingLayer layer = setting.layer();
    const HatPoint x = layer.point(inside("x", input.entries("x").front()));
    std::vector<HatPoint> y;
    for (const Rational& object : input.entries("y")) y.push_back(layer.point(inside("y", object)));
    const JudgedPoint point = judged_point(setting, layer, x, y);
    RunResult result(input.json());
    result.steps["selected"] = point.selected.place + 1;
    if (point.selected.gap) result.steps["gap"] = to_string(Rational(setting.L_u * *point.selected.gap));
    result.steps["eta"] = to_string(setting.eta);
    Json scores = Json::array();
    for (const HatPoint& object : y) scores.push_back(to_string(layer.score(x, object)));
    result.steps["scores"] = scores;
    if (!point.in_event)
      result.add(not_applicable("event",
                                "the selected object's utility is not ahead of all others by more than eta"));
    std::optional<bool> right;
    if (point.against_eps != Ordering::undecided) right = point.against_eps == Ordering::less;
    if (point.in_event) {
      result.value("RA", bounds_json(point.output), exact_json(point.truth), right);
    } else {
      result.steps["RA"] = bounds_json(point.output);
      result.steps["R(x, Select(x, y))"] = to_string(point.truth);
    }
    return result.to_json();
  }

  Json weights(Variant, const Parameters& parameters) const override {
    return continuous_setting(parameters).layer().to_json();
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const ContinuousSetting setting = continuous_setting(parameters);
    const Deadline deadline(options);
    const long parts = parts_of_grid(setting.n);
    const Integer inputs = inputs_of_grid(setting.n, parts);
    const GridOutcome grid = GridWalk(setting, parts).outcome(deadline);
    verdict.inputs = {inputs,
                      inputs,
                      Integer(grid.looked_at),
                      Integer(grid.failing),
                      Integer(grid.open),
                      Integer(grid.looked_at - grid.in_event)};
    const Json failure = grid.failing != 0 ? grid.first_failure : failing_input(setting);
    verdict.checks = {probability_check(setting), networks_check(setting), error_check(setting, failure)};
    if (!failure.is_null()) verdict.counterexample = failure;
    verdict.size = {1, setting.m + 1, 0};
    const Interval bound = error_bound(setting, 256);
    verdict.details["eta"] = to_string(setting.eta);
    verdict.details["m"] = setting.m;
    verdict.details["beta"] = to_string(setting.beta);
    if (const auto least = exact_networks_need(setting))
      verdict.details["exact networks need beta of at least"] = bounds_json(*least);
    verdict.details["probability of the event"] = exact_json(setting.probability());
    verdict.details["error bound"] = bounds_json(bound);
    verdict.details["grid"] = {{"multiples of", fmt::format("1/{}", parts)},
                               {"in the event", grid.in_event},
                               {"outside", grid.looked_at - grid.in_event},
                               {"wrong outside", grid.failing_outside}};
    verdict.details["choices"] = {
        "the event of line 267 is read with i = i*, and Assumption 2's probability as at least 1 - eps: the theorem's eps is both",
        "the relation of the inputs that are run is R(x, y) = L_R y; the bound of the error speaks of every relation"};
    verdict.notes = {
        "that networks serve at every input is not claimed: RA is continuous and R(x, Select(x, y)) is not where two objects tie"};
  }

 private:
  static Check error_check(const ContinuousSetting& setting, const Json& failure) {
    const char* name = "error";
    if (!failure.is_null())
      return refuted(Kind::construction, name,
                     fmt::format("at an input of the event RA is off by eps = {} or more: {}",
                                 to_string(setting.eps), failure.dump()));
    const DecimalEnclosure bound = decimal_enclosure(error_bound(setting, 256));
    if (bound_serves(setting) == true)
      return holds(
          name, Evidence::cover,
          fmt::format("with m = {} and beta = {} at most {} for every relation and every input of the event",
                      setting.m, to_string(setting.beta), bound.upper));
    return undecided(
        name,
        fmt::format("with m = {} and beta = {} the bound {} is not below eps, and no failing input was found",
                    setting.m, to_string(setting.beta), bound.lower));
  }

  static Rational inside(const char* name, const Rational& value) {
    if (value < 0 || value > 1)
      throw UsageError(fmt::format("input {}", name), to_string(value), "a number from 0 to 1");
    return value;
  }

  // Random numbers are multiples of 1/4 from 0 to 1.
  static RationalInput input_of(const ContinuousSetting& setting, const Json& given, std::uint64_t seed) {
    const Sides objects{static_cast<std::size_t>(setting.n)};
    const RationalFields fields({{"x", {}}, {"y", objects}});
    if (given != "random") return fields.chosen(given, seed);
    const RationalFields drawn({{"x", {}, Rational(1)}, {"y", objects, Rational(1)}});
    return fields.chosen(without_signs(drawn.chosen(given, seed)), seed);
  }

  static Json without_signs(const RationalInput& drawn) {
    Json json = drawn.json();
    json["x"] = to_string(Rational(boost::multiprecision::abs(drawn.entries("x").front())));
    for (std::size_t i = 0; i < drawn.entries("y").size(); ++i)
      json["y"][i] = to_string(Rational(boost::multiprecision::abs(drawn.entries("y")[i])));
    return json;
  }
};

}  // namespace

std::unique_ptr<Claim> dat_continuous_select_claim() {
  return std::make_unique<ContinuousSelect>();
}

}  // namespace attest
