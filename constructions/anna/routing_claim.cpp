#include <fmt/format.h>

#include "attention/match_plan.hpp"
#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/routing.hpp"
#include "numeric/checked.hpp"
#include "protocols/chosen_pattern.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/pattern_task.hpp"
#include "protocols/protocol_builder.hpp"
#include "theorems/program_info.hpp"
#include "verification/exact_claim.hpp"
#include "verification/limits.hpp"

namespace attest {

namespace {

using mpc::Memory;
using mpc::Pattern;
using Encoding = std::shared_ptr<const mpc::MessageEncoding>;

mpc::RoundLimits limits_of(const Parameters& parameters) {
  return {parameters.integer("q"), parameters.integer("s"), parameters.integer("letters")};
}

Encoding encoding_of(const Parameters& parameters) {
  const auto [q, s, letters] = limits_of(parameters);
  return std::make_shared<const mpc::MessageEncoding>(
      mpc::code_by_name(parameters.text("code"), q, std::min(s, q)), s);
}

// A token's state before the layer: its number and, for each message that it sends, destination and words plus one, 0
// behind the end. Behind it: its number and what the heads give.
mpc::MachineTokens tokens_of(long q, long s, const mpc::MessageEncoding& encoding) {
  mpc::MachineTokens tokens;
  tokens.count = q;
  tokens.key_bits = mpc::bits_for(q);
  tokens.width = static_cast<std::size_t>(1 + std::max(s * (1 + s), s * encoding.dimension()));
  tokens.numbers_by_head = false;  // the lemma has no such head, and nobody reads the number behind the layer
  return tokens;
}

std::vector<attention::State> states_of(const mpc::MachineTokens& tokens, long s, const Pattern& pattern) {
  std::vector<attention::State> states;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    std::vector<std::pair<std::size_t, long>> numbers{{0, static_cast<long>(i) + 1}};
    for (std::size_t h = 0; h < pattern[i].size(); ++h) {
      std::size_t place = 1 + h * static_cast<std::size_t>(1 + s);
      numbers.emplace_back(place, pattern[i][h].destination);
      for (const mpc::Value word : pattern[i][h].words) numbers.emplace_back(++place, word + 1);
    }
    states.push_back(attention::State::of_integers(tokens.width, numbers));
  }
  return states;
}

// The messages that a token's state holds, each at its destination's number.
mpc::TokenState to_send(const mpc::MachineTokens& tokens, long s, const attention::State& state) {
  mpc::TokenState known{tokens.number(state), {}, true};
  const auto entry = [&](std::size_t place) { return to_long(numerator_of(state[place])); };
  for (std::size_t h = 0; h < static_cast<std::size_t>(s); ++h) {
    std::size_t place = 1 + h * static_cast<std::size_t>(1 + s);
    if (entry(place) == 0) break;
    mpc::Item item{entry(place), {}};
    for (long k = 0; k < s && entry(place + 1) != 0; ++k) item.words.push_back(entry(++place) - 1);
    known.memory.push_back(std::move(item));
  }
  return known;
}

attention::MatchLayers layers_of(const mpc::MachineTokens& tokens, long s, const Encoding& encoding) {
  const auto local = [](long, const Memory& memory) {
    std::vector<mpc::Message> sent;
    for (const mpc::Item& item : memory) sent.push_back({item.tag, item.words});
    return sent;
  };
  const auto read = [tokens, s](const attention::State& state) { return to_send(tokens, s, state); };
  attention::MatchLayers layers = mpc::machine_layers(tokens);
  layers.layers.push_back(anna_routing_layer(tokens, "route", local, read, s, encoding, own_messages()));
  return layers;
}

// The layer at one setting.
struct RoutingLayer {
  explicit RoutingLayer(const Parameters& parameters)
      : limits(limits_of(parameters)),
        encoding(encoding_of(parameters)),
        tokens(tokens_of(limits.q, limits.s, *encoding)),
        layers(layers_of(tokens, limits.s, encoding)) {}

  std::vector<attention::State> states(const Pattern& pattern) const {
    return states_of(tokens, limits.s, pattern);
  }
  mpc::TokenState received(const attention::State& last) const {
    return anna_received(last, limits.s, *encoding, mpc::Reading::exact);
  }

  mpc::RoundLimits limits;
  Encoding encoding;
  mpc::MachineTokens tokens;
  attention::MatchLayers layers;
};

class RoutingSetting : public ExactSetting {
 public:
  RoutingSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters), task_(limits_of(parameters)), layer_(parameters) {
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
      for (const long number : judged_of(layer_.received(state)))
        result.push_back({Rational(number), Json()});
    }
    return result;
  }

  // What a token says has arrived; -1 everywhere if it cannot be read, or is more than s words.
  std::vector<long> judged_of(const mpc::TokenState& received) const {
    const std::vector<long> nothing = task_.judged_of({});
    std::vector<long> numbers = received.readable ? task_.judged_of(received.memory) : std::vector<long>();
    return words_in(received.memory) > layer_.limits.s || numbers.empty()
               ? std::vector<long>(nothing.size(), -1)
               : numbers;
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
  static long words_in(const Memory& memory) {
    long words = 0;
    for (const mpc::Item& item : memory) words += static_cast<long>(item.words.size());
    return words;
  }

  mpc::PatternTask task_;
  RoutingLayer layer_;
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
        numbers = setting_.judged_of(setting_.layer().received(plan_.last_state(run.states[i])));
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
