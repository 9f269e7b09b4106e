#include <fmt/format.h>

#include "attention/match_plan.hpp"
#include "claims/counted_work.hpp"
#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "constructions/anna/routing.hpp"
#include "numeric/checked.hpp"
#include "protocols/chosen_pattern.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/protocol_builder.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

using mpc::Memory;
using mpc::Pattern;

class Routing : public WholeClaim {
 public:
  Routing() : WholeClaim(program_info("anna/routing")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"q", 128}, {"s", 16}, {"letters", 1000}});
  }

  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const long q = parameters.integer("q");
    const long s = parameters.integer("s");
    const auto [pattern, rank] = mpc::chosen_pattern(given, {q, s, parameters.integer("letters")}, seed);
    const Encoding encoding = encoding_of(parameters);
    const mpc::MachineTokens tokens = tokens_of(q, s, *encoding);
    const auto states =
        attention::run_by_definition(layers_of(tokens, s, encoding), states_of(tokens, s, pattern)).states;
    RunResult result({{"messages", mpc::messages_json(pattern)}}, rank);
    result.steps["numbers in a value"] = encoding->dimension();
    for (long i = 1; i <= q; ++i) {
      const mpc::TokenState state = anna_received(states[i - 1], s, *encoding, mpc::Reading::exact);
      result.answer(fmt::format("machine {}", i),
                    state.readable ? mpc::memory_json(state.memory) : Json("unreadable"),
                    mpc::memory_json(mpc::delivered(pattern, i)));
    }
    return result.to_json();
  }

  Json weights(Variant, const Parameters& parameters) const override {
    const long q = parameters.integer("q");
    const long s = parameters.integer("s");
    const Encoding encoding = encoding_of(parameters);
    const mpc::MachineTokens tokens = tokens_of(q, s, *encoding);
    return mpc::machine_layers_json(tokens, layers_of(tokens, s, encoding));
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const long q = parameters.integer("q");
    const long s = parameters.integer("s");
    const long letters = parameters.integer("letters");
    const long alpha = std::min(s, q);  // no more than q machines can send
    const auto encoding = encoding_of(parameters);

    const mpc::MachineTokens tokens = tokens_of(q, s, *encoding);
    const attention::MatchLayers layers = layers_of(tokens, s, encoding);
    attention::MatchPlan plan(layers);
    std::vector<std::optional<mpc::TokenState>> known;  // [last state]

    verdict.inputs.space = verdict.inputs.total = mpc::pattern_count({q, s, letters});
    if (options.announce && verdict.inputs.space > 1000000) {
      options.announce(fmt::format("{} {}: {} message patterns", info().id, parameters.to_string(),
                                   verdict.inputs.space.str()));
    }
    Deadline deadline(options);
    CountedWork work(verdict.inputs.total);
    std::uint64_t checked = 0;
    std::uint64_t failing = 0;
    const bool finished = mpc::for_every_pattern(q, s, letters, [&](const Pattern& pattern) {
      if (checked % 64 == 0 && deadline.reached()) return false;
      if (plan.remembers_much()) {
        plan.forget();
        known.clear();
      }
      const attention::NumberedRun& run = plan.run(states_of(tokens, s, pattern));
      known.resize(plan.last_states());
      work.reached(++checked);
      for (long i = 1; i <= q; ++i) {
        const std::uint32_t number = run.states[static_cast<std::size_t>(i) - 1];
        if (!known[number])
          known[number] = anna_received(plan.last_state(number), s, *encoding, mpc::Reading::exact);
        const mpc::TokenState& state = *known[number];
        const Memory wanted = mpc::delivered(pattern, i);
        if (state.readable && state.memory == wanted) continue;
        if (failing++ == 0) {
          verdict.counterexample = {{"check", "output"},
                                    {"messages", mpc::messages_json(pattern)},
                                    {"machine", i},
                                    {"decoded", state.readable ? mpc::memory_json(state.memory) : Json()},
                                    {"received", mpc::memory_json(wanted)}};
        }
        return !options.first;
      }
      return true;
    });
    verdict.inputs.checked = checked;
    verdict.inputs.failing = failing;

    verdict.checks.push_back(mpc::separation_check(encoding->code(), alpha));
    verdict.checks.push_back(output_check(finished, failing, verdict, deadline));
    if (parameters.text("code") == "greedy") {
      verdict.checks.push_back(mpc::block_bound_check(encoding->code(), q, alpha));
    }
    verdict.checks.push_back(mpc::growth_check(*encoding, alpha, s, q));
    verdict.size = {s, encoding->dimension(), 0};
    verdict.details["choices"] =
        Json({"p_i is i in binary digits, without the number 0, which is the key of a head that a machine "
              "does not use",
              "the element-wise functions know the machine's number (the embedding holds p_i)",
              "a message has at least one word; messages are numbered by ascending destination",
              "who sent a message is known to the receiver and does not count as a word"});
    verdict.details["encoding"] = mpc::encoding_json(*encoding, alpha, s, q);
    verdict.details["query_key_dimension"] = tokens.key_bits;
    verdict.notes = {fmt::format(
        "line 524 takes Delta = s for the tuple (Msg, dest, i); with a message of s words it has s "
        "+ 2. Here Delta is the length of Msg and a slot has s + 3 entries, which is O(s)")};
  }

 private:
  using Encoding = std::shared_ptr<const mpc::MessageEncoding>;

  static Encoding encoding_of(const Parameters& parameters) {
    const long q = parameters.integer("q");
    const long s = parameters.integer("s");
    return std::make_shared<const mpc::MessageEncoding>(
        mpc::code_by_name(parameters.text("code"), q, std::min(s, q)), s);
  }

  // A token's state before the layer: its number and, for each message that it sends, destination and words plus one, 0
  // behind the end. Behind it: its number and what the heads give.
  static mpc::MachineTokens tokens_of(long q, long s, const mpc::MessageEncoding& encoding) {
    mpc::MachineTokens tokens;
    tokens.count = q;
    tokens.key_bits = mpc::bits_for(q);
    tokens.width = static_cast<std::size_t>(1 + std::max(s * (1 + s), s * encoding.dimension()));
    tokens.numbers_by_head =
        false;  // the lemma has no such head, and nobody reads the number behind the layer
    return tokens;
  }

  static std::vector<attention::State> states_of(const mpc::MachineTokens& tokens, long s,
                                                 const Pattern& pattern) {
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
  static mpc::TokenState to_send(const mpc::MachineTokens& tokens, long s, const attention::State& state) {
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

  static attention::MatchLayers layers_of(const mpc::MachineTokens& tokens, long s,
                                          const Encoding& encoding) {
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

  static Check output_check(bool finished, std::uint64_t failing, const Verdict& verdict,
                            const Deadline& deadline) {
    if (failing > 0) {
      return refuted(Kind::construction, "output",
                     fmt::format("{} of {} checked message patterns are not delivered", failing,
                                 verdict.inputs.checked.str()));
    }
    if (!finished)
      return undecided("output", fmt::format("{} after {} of {} message patterns", deadline.reason(),
                                             verdict.inputs.checked.str(), verdict.inputs.space.str()));
    return holds("output", Evidence::enumeration,
                 fmt::format("all {} message patterns", verdict.inputs.space.str()));
  }
};

}  // namespace

std::unique_ptr<Claim> anna_routing_claim() {
  return std::make_unique<Routing>();
}

}  // namespace attest
