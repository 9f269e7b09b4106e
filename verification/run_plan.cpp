#include "verification/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "numeric/checked.hpp"
#include "verification/cover/verdict.hpp"
#include "verification/layer_setting.hpp"
#include "verification/limits.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

// Steps a second of one core, of the order of what runs of the gallery and the catalogue take (docs/benchmarks.md).
constexpr double by_exact_match = 1e7;
constexpr double by_enclosures = 5e5;
constexpr double by_exact_sums = 1e6;
constexpr double by_tables = 3e9;
constexpr double by_filter = 2e7;
constexpr double by_cover = 1e8;

// Every head of every layer at every token: a step is a pair of tokens.
Integer steps_of_match_layers(const LayerSetting& setting) {
  const attention::MatchLayers& layers = *setting.match_layers();
  const Integer tokens(layers.tokens());
  Integer heads = 0;
  for (const attention::MatchLayer& layer : layers.layers) heads += Integer(layer.heads.size());
  return setting.task().space().size() * heads * tokens * tokens;
}

Integer steps_of_stack(const LayerSetting& setting) {
  const attention::LayerStack& stack = *setting.stack();
  Integer tuples = 0;
  for (std::size_t l = 0; l < stack.layers().size(); ++l) {
    for (const attention::Head& head : stack.layers()[l].heads) {
      for (const attention::Token token : stack.tokens(l))
        tuples += Integer(head.over.tuples(token).size() / head.over.arity());
    }
  }
  return setting.task().space().size() * tuples;
}

}  // namespace

std::optional<double> RunPlan::seconds() const {
  if (steps == 0 || steps_a_second == 0) return std::nullopt;
  return approximate(steps) / steps_a_second;
}

// One significant digit of the seconds.
std::string RunPlan::cost() const {
  const auto time = seconds();
  if (!time) return "";
  std::string about = fmt::format("about {:.0e} s", *time);
  if (!std::isfinite(*time)) about = "more seconds than a machine number holds";
  if (*time < 0.01) about = "under 0.01 s";
  if (*time >= 0.01 && *time < 1) about = fmt::format("about {:.1g} s", *time);
  if (*time >= 1 && *time < 1e6) {
    const double unit = std::pow(10, std::floor(std::log10(*time)));
    about = fmt::format("about {:.0f} s", std::round(*time / unit) * unit);
  }
  return fmt::format("{} steps, {}", short_count(steps), about);
}

Integer steps_of_enumeration(const LayerSetting& setting) {
  Integer tuples = 0;
  for (const std::size_t token : setting.task().judged_positions()) {
    for (const attention::Head& head : setting.prepared().layer().heads) {
      if (!head.over.is_listable()) {
        tuples += head.over.largest_count();
        continue;
      }
      tuples += Integer(head.over.tuples(static_cast<attention::Token>(token)).size() / head.over.arity());
    }
  }
  return setting.task().space().size() * tuples;
}

RunPlan plan_of(const LayerSetting& setting, Method method) {
  if (!setting.runnable()) {
    const std::vector<Check> checks = setting.checks_before();
    const auto why = std::find_if(checks.begin(), checks.end(), [](const Check& check) {
      return check.status == Status::ill_formed && check.reason.has_value();
    });
    return {"nothing is run, since it is ill-formed here" + (why == checks.end() ? "" : ": " + *why->reason),
            0};
  }
  if (setting.match_layers() != nullptr)
    return {"exact match of several layers, one input at a time", steps_of_match_layers(setting),
            by_exact_match};
  if (setting.stack() != nullptr)
    return {"several layers by enclosures, one input at a time", steps_of_stack(setting), by_enclosures};
  std::string why;
  if (method == Method::cover || (method == Method::automatic && cover::prefers_cover(setting, why)))
    return {"a cover by the best tuple", cover::steps_of_cover(setting), by_cover};
  const Integer steps = steps_of_enumeration(setting);
  if (setting.task().space().size() <= exact_space_limit)
    return {"exact sums, one input at a time", steps, by_exact_sums};
  if (setting.conditions().empty() && setting.table_problem() != nullptr)
    return {"tables of scores, the exact sums behind them", steps, by_tables};
  return {"a floating-point filter, the exact sums behind it", steps, by_filter};
}

}  // namespace attest
