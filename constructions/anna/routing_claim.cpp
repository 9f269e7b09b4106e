#include <fmt/format.h>

#include "attention/match_plan.hpp"
#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/routing_layer.hpp"
#include "protocols/chosen_pattern.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/pattern_task.hpp"
#include "theorems/program_info.hpp"
#include "verification/exact_claim.hpp"
#include "verification/limits.hpp"

namespace attest {

namespace {

using mpc::Pattern;

class RoutingSetting : public ExactSetting {
 public:
  RoutingSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters), layer_(parameters), task_(layer_.limits) {
    choices_ = {
        "p_i is i in binary digits, without the number 0, which is the key of a head that a machine "
        "does not use",
        "the element-wise functions know the machine's number (the embedding holds p_i)",
        "a message has at least one word; messages are numbered by ascending destination",
        "who sent a message is known to the receiver and does not count as a word"};
    notes_ = {
        "line 524 takes Delta = s for the tuple (Msg, dest, i); with a message of s words it has s "
        "+ 2. Here Delta is the length of Msg and a slot has s + 3 entries, which is O(s)"};
  }

  const mpc::PatternTask& task() const override { return task_; }
  const RoutingLayer& layer() const { return layer_; }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    const auto states =
        attention::run_by_definition(layer_.layers, layer_.states(task_.pattern(word))).states;
    std::vector<ExactOutput> result;
    for (const attention::State& state : states) {
      for (const long number : task_.judged_of_state(layer_.received(state)))
        result.push_back({Rational(number), Json()});
    }
    return result;
  }

  std::unique_ptr<Judge> make_judge() const override;

  std::vector<Check> checks_before() const override {
    return {mpc::separation_check(layer_.encoding->code(), alpha())};
  }

  std::vector<Check> checks_after(const Observation&) const override {
    const auto [q, s, letters] = layer_.limits;
    std::vector<Check> checks;
    if (parameters().text("code") == "greedy")
      checks.push_back(mpc::block_bound_check(layer_.encoding->code(), q, alpha()));
    checks.push_back(mpc::growth_check(*layer_.encoding, alpha(), s, q));
    return checks;
  }

  Size size() const override { return {layer_.limits.s, layer_.encoding->dimension(), 0}; }

  Json weights() const override { return mpc::machine_layers_json(layer_.tokens, layer_.layers); }

  Json details(const Observation&) const override {
    const auto [q, s, letters] = layer_.limits;
    return {{"encoding", mpc::encoding_json(*layer_.encoding, alpha(), s, q)},
            {"query_key_dimension", layer_.tokens.key_bits}};
  }

 private:
  long alpha() const { return std::min(layer_.limits.s, layer_.limits.q); }  // no more machines can send
  RoutingLayer layer_;
  mpc::PatternTask task_;
};

// Pattern after pattern, with what a last state says read once.
class RoutingJudge : public Judge {
 public:
  explicit RoutingJudge(const RoutingSetting& setting) : setting_(setting), plan_(setting.layer().layers) {}

  std::size_t run_length() const override { return 256; }

  void judge(std::span<const Symbol> word, std::size_t, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    Word current(word.begin(), word.end());
    std::optional<Pattern> pattern;
    for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
      if (setting_.task().standing(current) == Standing::excluded) {
        ++tally.no_inputs;
        ++tally.checked;
        continue;
      }
      if (!pattern || !setting_.task().numbers().raise_words(*pattern))
        pattern = setting_.task().pattern(current);
      judge(*pattern, index, tally);
    }
  }

 private:
  void judge(const Pattern& pattern, InputIndex index, Tally& tally) {
    if (plan_.remembers_much()) {
      plan_.forget();
      known_.clear();
    }
    const attention::NumberedRun& run = plan_.run(setting_.layer().states(pattern));
    known_.resize(plan_.last_states());
    long worst = 0;
    for (std::size_t i = 0; i < run.states.size(); ++i) {
      std::vector<long>& numbers = known_[run.states[i]];
      if (numbers.empty())
        numbers = setting_.task().judged_of_state(setting_.layer().received(plan_.last_state(run.states[i])));
      const std::vector<long> wanted =
          setting_.task().judged_of(mpc::delivered(pattern, static_cast<long>(i) + 1));
      for (std::size_t number = 0; number < wanted.size(); ++number)
        worst = std::max(worst, std::abs(wanted[number] - numbers[number]));
    }
    if (worst != 0) tally.note_failing(index);
    const auto error = static_cast<double>(worst);  // of small integers, exactly
    tally.note_error(error, error, 0.5 - error, index);
    ++tally.checked;
  }

  const RoutingSetting& setting_;
  attention::MatchPlan plan_;
  std::vector<std::vector<long>> known_;  // [last state]: what is judged of it
};

std::unique_ptr<Judge> RoutingSetting::make_judge() const {
  return std::make_unique<RoutingJudge>(*this);
}

class Routing : public JudgedClaim {
 public:
  Routing() : JudgedClaim(program_info("anna/routing")) {}

  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<RoutingSetting>(variant, parameters);
  }

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"q", 128}, {"s", 16}, {"letters", 1000}});
  }

  // Machine by machine, also where there are more patterns than can be numbered.
  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const RoutingLayer layer(parameters);
    const auto [pattern, rank] = mpc::chosen_pattern(given, layer.limits, seed);
    const auto states = attention::run_by_definition(layer.layers, layer.states(pattern)).states;
    RunResult result({{"messages", mpc::messages_json(pattern)}}, rank);
    result.steps["numbers in a value"] = layer.encoding->dimension();
    for (long i = 1; i <= layer.limits.q; ++i) {
      const mpc::TokenState state = layer.received(states[i - 1]);
      result.answer(fmt::format("machine {}", i),
                    state.readable ? mpc::memory_json(state.memory) : Json("unreadable"),
                    mpc::memory_json(mpc::delivered(pattern, i)));
    }
    return result.to_json();
  }
};

}  // namespace

std::unique_ptr<Claim> anna_routing_claim() {
  return std::make_unique<Routing>();
}

}  // namespace attest
