#include "constructions/ea/cycles_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/ea/next_token_task.hpp"
#include "constructions/ea/printed_cycles.hpp"
#include "constructions/ea/window_walk.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "tasks/input_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

// NT-R needs five bytes a window, the others one.
constexpr std::uint64_t most_steps = 20'000'000;  // of a walk from one window
constexpr std::uint64_t most_switching_states = std::uint64_t{1} << 26;

NextTokenSetting setting_of(const Parameters& parameters) {
  NextTokenSetting setting;
  setting.rule = next_token_rule(parameters);
  setting.N = static_cast<std::uint32_t>(parameters.integer("N"));
  setting.tau = static_cast<std::uint32_t>(parameters.integer("tau"));
  const bool switching = setting.rule == NextTokenRule::nt_r;
  const std::uint64_t most = switching ? most_switching_states : most_next_token_states;
  const auto states = next_token_states(setting.N, setting.tau);
  if (!states || *states > most) {
    throw UsageError("N, tau", fmt::format("{}, {}", setting.N, setting.tau),
                     fmt::format("at most {} windows, N^(tau+1){}", most, switching ? ", for NT-R" : ""));
  }
  return setting;
}

Json rational_json(const Rational& value) {
  const DecimalEnclosure decimal = decimal_enclosure(Interval(value, 2 * initial_precision));
  return {{"exact", to_string(value)}, {"lower", decimal.lower}, {"upper", decimal.upper}};
}

// The least number of steps after which every window on a cycle is back.
Integer period(const CycleStructure& structure) {
  Integer result = 1;
  for (const auto& [length, cycles] : structure.cycles) result = lcm(result, Integer(length));
  return result;
}

// Oldest first, as `attest run` takes a window.
Json symbols_of(const NextTokenSetting& setting, NextTokenMap::State window) {
  std::vector<std::uint32_t> symbols(std::size_t{setting.tau} + 1);
  for (auto symbol = symbols.rbegin(); symbol != symbols.rend(); ++symbol, window /= setting.N)
    *symbol = window % setting.N;
  return symbols;
}

Json details_of(const NextTokenSetting& setting, const CycleStructure& s) {
  Json cycles = Json::array();
  Integer seen_from_windows = 0;
  for (const auto& [length, of_length] : s.cycles) {
    cycles.push_back({of_length.how_many, length});
    seen_from_windows += Integer(of_length.basin) * Integer(length);
  }
  Json details = {
      {"states", std::to_string(s.states)},
      {"recurrent", std::to_string(s.recurrent)},
      {"cycles", std::move(cycles)},
      {"number_of_cycles", std::to_string(s.number_of_cycles())},
      {"mean_length", rational_json(mean_cycle_length(s))},
      {"mean_length_from_a_random_window", rational_json(Rational(seen_from_windows) / Integer(s.states))},
      {"period", period(s).str()},
      {"transient", std::to_string(s.transient)},
      {"without_predecessor", std::to_string(s.without_predecessor)}};
  if (s.transients) {
    details["longest_transient"] = {{"steps", std::to_string(s.transients->longest)},
                                    {"window", symbols_of(setting, s.transients->from)}};
    details["mean_transient"] = rational_json(Rational(Integer(s.transients->all)) / Integer(s.transient));
  }
  if (setting.rule == NextTokenRule::nt_r)
    details["zero_frequency"] = rational_json(long_run_zero_frequency(s));
  return details;
}

std::vector<std::string> choices_of(const NextTokenSetting& setting) {
  std::vector<std::string> choices = {
      "a state is the window of the last tau+1 symbols, the least that determines x(t)"};
  if (setting.rule == NextTokenRule::nt_r) {
    choices.emplace_back(
        "eq. (9) is read as a rule for every t: x(t) is the NT-S sum if x(t-tau-1) = 0 and the NT sum "
        "otherwise, with one "
        "N and tau; the windows are therefore a deterministic functional graph, as line 176 says, and no "
        "Markov chain");
    choices.emplace_back(
        "\"a probability of 1/16\" (line 176) is read over windows that are equally likely; along the "
        "generated series the "
        "frequency is another number, which is reported beside it");
  } else {
    choices.emplace_back(
        "\"mean cycle length\" counts every cycle once, which is what the printed numbers are");
  }
  return choices;
}

// Line 163: "NT-S tasks typically lead to shorter cyclic patterns". Not essential: "typically" allows
// exceptions.
Check shorter_than_nt(const CycleStructure& nt_s, const CycleStructure& nt) {
  const Rational here = mean_cycle_length(nt_s);
  const Rational there = mean_cycle_length(nt);
  const std::string means =
      fmt::format("mean cycle length {:.4f} against {:.4f} for NT (line 163, \"typically\")",
                  approximate(here), approximate(there));
  return informative(here < there ? holds("shorter-than-NT", Evidence::enumeration, means)
                                  : refuted(Kind::statement, "shorter-than-NT", means));
}

class Cycles : public WholeClaim {
 public:
  Cycles() : WholeClaim(program_info("ea/cycles")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"N", 1000000}, {"tau", 1000}});
  }

  // From one window on: {"window": [0, 1, 1]}, oldest symbol first. The rule step by step, and the length of
  // the cycle that it leads to beside the printed lengths.
  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    NextTokenSetting setting;
    setting.rule = next_token_rule(parameters);
    setting.N = static_cast<std::uint32_t>(parameters.integer("N"));
    setting.tau = static_cast<std::uint32_t>(parameters.integer("tau"));
    const InputFields fields(
        {{"window", {std::size_t{setting.tau} + 1}, numbers(0, parameters.integer("N") - 1)}});
    const FieldsInput input = fields.chosen(given, seed);
    const std::vector<long>& window = input.entries("window");
    const WindowWalk walk = walk_from(setting, {window.begin(), window.end()}, most_steps);
    RunResult result(input.json(), input.rank());
    result.steps["series"] = walk.series;
    if (walk.cycle) {
      result.steps["steps before the cycle"] = std::to_string(walk.transient);
      result.steps["cycle length"] = std::to_string(*walk.cycle);
    } else {
      result.add(
          informative(undecided("cycle", fmt::format("not back at any window within {} steps", most_steps))));
    }
    add_cycle_answers(setting, walk, {window.begin(), window.end()}, result);
    return result.to_json();
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const NextTokenSetting setting = setting_of(parameters);
    const Deadline deadline(options);
    const CycleStructure structure = count(setting, options, deadline, verdict);
    verdict.details["choices"] = choices_of(setting);
    if (!structure.complete) {
      verdict.checks = {undecided("cycles", deadline.reason())};
      return;
    }
    verdict.checks = printed_checks(setting, structure);
    if (setting.rule == NextTokenRule::nt_s && setting.tau > 1) {
      NextTokenSetting nt = setting;
      nt.rule = NextTokenRule::nt;
      const CycleStructure other =
          cycle_structure(nt.map(), [&](std::uint64_t) { return !deadline.reached(); });
      verdict.checks.push_back(other.complete ? shorter_than_nt(structure, other)
                                              : informative(undecided("shorter-than-NT", deadline.reason())));
    }
    verdict.details.update(details_of(setting, structure));
    for (const Check& check : verdict.checks) {
      if (!check.essential || check.status != Status::refuted) continue;
      verdict.counterexample = {
          {"check", check.name}, {"what", *check.reason}, {"cycles", verdict.details["cycles"]}};
      break;
    }
  }

 private:
  // Counts, and says how far it came.
  static CycleStructure count(const NextTokenSetting& setting, const VerifyOptions& options,
                              const Deadline& deadline, Verdict& verdict) {
    const NextTokenMap map = setting.map();
    const std::uint64_t visits = cycle_passes * map.states();
    std::uint64_t visited = 0;
    auto shown = std::chrono::steady_clock::now();
    const CycleStructure structure = cycle_structure(map, [&](std::uint64_t so_far) {
      visited = so_far;
      const auto now = std::chrono::steady_clock::now();
      if (options.progress && now - shown > std::chrono::milliseconds(100)) {
        options.progress(so_far, Integer(visits));
        shown = now;
      }
      return !deadline.reached();
    });
    verdict.inputs.space = Integer(map.states());
    verdict.inputs.total = verdict.inputs.space;
    // A window is done when it has been seen in both passes.
    verdict.inputs.checked = structure.complete
                                 ? Integer(structure.recurrent + structure.transient)
                                 : Integer(std::max<std::uint64_t>(visited, map.states()) - map.states());
    return structure;
  }
};

}  // namespace

std::unique_ptr<Claim> ea_cycles_claim() {
  return std::make_unique<Cycles>();
}

}  // namespace attest
