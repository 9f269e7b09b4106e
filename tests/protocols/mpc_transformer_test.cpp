// The exact-match transformers that play MPC protocols: against Definition B.1 in rational arithmetic,
// against the direct run, and with planted errors.
#include <catch2/catch.hpp>

#include <algorithm>

#include "claims/catalogue.hpp"
#include "constructions/anna/final_output.hpp"
#include "constructions/anna/initialization.hpp"
#include "constructions/anna/message_encoding.hpp"
#include "constructions/anna/routing.hpp"
#include "constructions/anna/simulates_mpc.hpp"
#include "constructions/theorem_of_text.hpp"
#include "oracles/exact_match.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "protocols/simulator.hpp"

namespace mpc_transformer_test {

using namespace attest;
using namespace attest::mpc;
using attention::State;

namespace {

RationalVector vector_of(const State& state) {
  RationalVector vector(static_cast<Eigen::Index>(state.size()));
  for (std::size_t k = 0; k < state.size(); ++k) vector(static_cast<Eigen::Index>(k)) = state[k];
  return vector;
}

// What a layer's heads give each token by Definition B.1, one head after the other.
std::vector<std::vector<Rational>> heads_by_definition(const attention::MatchLayer& layer,
                                                       const std::vector<State>& states) {
  std::vector<std::vector<attention::MatchOffer>> tokens;
  for (const State& state : states) tokens.push_back(layer.offers(state));
  std::vector<std::vector<Rational>> next(states.size());
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    std::vector<RationalVector> keys;
    std::vector<RationalVector> values;
    for (const auto& token : tokens) {
      keys.push_back(vector_of(token[h].key));
      values.push_back(vector_of(token[h].value));
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
      const ExactMatchOutput head = exact_match(vector_of(tokens[i][h].query), keys, values);
      for (long k = 0; k < head.value.size(); ++k) next[i].push_back(head.value(k));
    }
  }
  return next;
}

MpcSimulation simulation(const std::string& name, long n, long s, long letters, long k = 2,
                         Variant variant = Variant::repaired) {
  const Protocol p = protocol_by_name(name, n, s, letters, k);
  return anna_simulate(variant, p, greedy_code(p.machines, std::min(s, p.machines)), s);
}

template <typename Visit>
void for_every_input(long n, long letters, Value first, Visit visit) {
  Words input(static_cast<std::size_t>(n), first);
  for (;;) {
    visit(input);
    long place = n - 1;
    while (place >= 0 && input[place] == first + letters - 1) input[place--] = first;
    if (place < 0) return;
    ++input[place];
  }
}

// How many inputs the transformer gets wrong, against the direct run.
long wrong_inputs(const MpcSimulation& sim, long letters, Value first) {
  long wrong = 0;
  attention::MatchPlan plan(sim.network);
  for_every_input(sim.protocol.inputs, letters, first, [&](const Words& input) {
    wrong += sim.outputs(plan, input) == simulate(sim.protocol, input).output ? 0 : 1;
  });
  return wrong;
}

// change(offers, state, what the layer offers at this state).
template <class Change>
void change_offers(attention::MatchLayer& layer, Change change) {
  const auto offers_of = layer.program->run;
  layer.program->run = [offers_of, change](const State& state) {
    auto offers = offers_of(state);
    change(offers_of, state, offers);
    return offers;
  };
}

Verdict verdict_of(const Claim& claim, Variant variant, const std::vector<std::string>& words) {
  VerifyOptions options;
  options.threads = 1;
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), options);
}

}  // namespace

TEST_CASE("the layers are exact-match attention by Definition B.1, entry by entry", "[mpc]") {
  struct Case {
    std::string name;
    long n, s;
    Value first;
  };
  for (const Case& c : {Case{"sort", 3, 2, 0}, Case{"prefix-sum", 4, 3, 0}, Case{"one-hop", 3, 2, 1},
                        Case{"reverse", 5, 3, 0}}) {
    for (const Variant variant : {Variant::printed, Variant::repaired}) {
      const MpcSimulation sim = simulation(c.name, c.n, c.s, 2, 2, variant);
      attention::MatchPlan plan(sim.network);
      for_every_input(c.n, 2, c.first, [&](const Words& input) {
        const auto states = states_of_simulation(sim, input);
        for (std::size_t l = 0; l < sim.network.layers.size(); ++l) {
          const auto expected = heads_by_definition(sim.network.layers[l], states[l]);
          for (std::size_t i = 0; i < expected.size(); ++i) {
            // The own number comes first in a state and last of the heads; without its head it stays.
            std::vector<Rational> row(expected[i]);
            if (variant == Variant::repaired) {
              std::rotate(row.begin(), row.end() - 1, row.end());
            } else {
              row.insert(row.begin(), Rational(Integer(i + 1)));
            }
            row.resize(sim.tokens.width, Rational(0));
            if (states[l + 1][i] != State(row)) FAIL("another state");
          }
        }
        const auto& last = plan.run(sim.states(input)).states;
        for (std::size_t i = 0; i < last.size(); ++i) {
          if (plan.last_state(last[i]) != states.back()[i]) FAIL("the plan is another");
        }
      });
    }
  }
}

TEST_CASE("no element-wise function of the repaired transformer sees the token's number", "[mpc]") {
  for (const auto& layer : simulation("sort", 4, 2, 2).network.layers) {
    CHECK(layer.kept.empty());
    CHECK_FALSE(layer.residual);
  }
  for (const auto& layer : simulation("sort", 4, 2, 2, 2, Variant::printed).network.layers)
    CHECK(layer.kept == std::vector<std::size_t>{0});
}

TEST_CASE("depth is R + 1, and one head more than routing needs", "[mpc]") {
  for (const std::string name : {"sort", "prefix-sum", "one-hop", "k-hop", "reverse"}) {
    const MpcSimulation sim = simulation(name, 5, 2, 2);
    CHECK(sim.depth() == sim.protocol.round_count() + 1);
    CHECK(sim.network.heads() == 3);
    CHECK(wrong_inputs(sim, 2, name == "one-hop" || name == "k-hop" ? 1 : 0) == 0);
  }
}

TEST_CASE("a token plays a machine without input, and more machines than words are padded", "[mpc]") {
  CHECK(wrong_inputs(simulation("rank-sort", 2, 4, 3), 3, 0) == 0);
  CHECK(simulation("rank-sort", 3, 4, 2).tokens.count == 4);
  CHECK(wrong_inputs(simulation("rank-sort", 3, 4, 3), 3, 0) == 0);
}

TEST_CASE("planted: an init that gives two tokens the same row is seen on the input that shows it", "[mpc]") {
  const Protocol p = protocol_by_name("sort", 4, 2, 2, 1);
  MpcSimulation sim = anna_simulate(Variant::repaired, p, greedy_code(4, 2), 2);
  REQUIRE(sim.protocol.machines >= 2);
  for_every_input(4, 2, 0, [&](const Words& input) { CHECK_FALSE(equal_states_after_init(sim, input)); });
  // Every token asks and gets what token 1 does.
  const State first = sim.states(Words(4, 0)).front();
  change_offers(sim.network.layers[0], [first](const auto& offers_of, const State&, auto& offers) {
    const auto asked = offers_of(first);
    for (std::size_t h = 0; h < offers.size(); ++h) offers[h].query = asked[h].query;
  });
  const auto equal = equal_states_after_init(sim, Words(4, 0));
  REQUIRE(equal);
  CHECK(equal->first == 1);
  CHECK(equal->second == 2);
}

TEST_CASE("planted: a routing head too few, a code that does not separate, a wrong slot, a wrong key",
          "[mpc]") {
  const Protocol p = protocol_by_name("sort", 4, 2, 2, 1);
  CHECK(wrong_inputs(anna_simulate(Variant::repaired, p, greedy_code(4, 2), 2), 2, 0) == 0);
  CHECK(wrong_inputs(anna_simulate(Variant::repaired, p, greedy_code(4, 2), 1), 2, 0) > 0);
  CHECK(wrong_inputs(anna_simulate(Variant::repaired, p, greedy_code(4, 1), 2), 2, 0) > 0);

  const auto broken_init = [&](auto change) {
    MpcSimulation sim = anna_simulate(Variant::repaired, p, greedy_code(4, 2), 2);
    change_offers(sim.network.layers[0],
                  [change](const auto&, const State& state, auto& offers) { change(state[0], offers); });
    return wrong_inputs(sim, 2, 0);
  };
  using Offers = std::vector<attention::MatchOffer>;
  const MachineTokens tokens = anna_simulate(Variant::repaired, p, greedy_code(4, 2), 2).tokens;
  CHECK(broken_init([](const Rational&, Offers&) {}) == 0);
  // Token 2 writes into token 1's slot: both words of machine 1 are spoilt.
  CHECK(broken_init([](const Rational& token, Offers& offers) {
          const State& value = offers[0].value;
          if (token == 2) offers[0].value = State{value[2], value[3], Rational(0), Rational(0)};
        }) > 0);
  CHECK(broken_init([&](const Rational& token, Offers& offers) {
          if (token == 3) offers[0].key = tokens.digits(1);
        }) > 0);
  CHECK(broken_init([&](const Rational& token, Offers& offers) {
          if (token == 4) offers[1].key = tokens.digits(3);  // two tokens with one identity
        }) > 0);
}

TEST_CASE("the last machine may have fewer than s words: the instance worked by hand", "[mpc]") {
  // n = 3, s = 2, input (7, 5, 6)
  MachineTokens tokens{3, 2, 5, true, Reading::exact};
  attention::MatchLayers layers = machine_layers(tokens);
  layers.layers = {anna_initialization_layer(tokens, 3, 2)};
  const auto token = [](long number, long word) {
    return State{Rational(number), Rational(word), Rational(0), Rational(0), Rational(0)};
  };
  const auto states =
      attention::run_by_definition(layers, std::vector{token(1, 7), token(2, 5), token(3, 6)}).states;
  CHECK(states[0] == State{Rational(1), Rational(7, 2), Rational(1, 2), Rational(5, 2), Rational(1)});
  CHECK(states[1] == State{Rational(2), Rational(6), Rational(3), Rational(0), Rational(0)});
  CHECK(states[2] == token(3, 0));
  CHECK(anna_initial_memory(states[0], 2, Reading::exact) == Memory{{1, {7}}, {2, {5}}});
  CHECK(anna_initial_memory(states[1], 2, Reading::exact) == Memory{{3, {6}}});
  CHECK(anna_initial_memory(states[2], 2, Reading::exact) == Memory{});
  // No average of pairs: half a word.
  CHECK_FALSE(anna_initial_memory(State{Rational(1), Rational(7, 2), Rational(1), Rational(0), Rational(0)},
                                  2, Reading::exact));
}

TEST_CASE("Lemma B.6 with one head: keys that depend on the words can signal two bits to two tokens",
          "[mpc]") {
  // Why final_output.theorem speaks of queries and keys that do not depend on the words. Machine 1 has the bits
  // x_1, x_2. Token 1 asks for token 2's key 5 exactly if x_1 = 1; token 2 asks for 7, which is token 1's key
  // exactly if x_2 = 1.
  for (long x = 0; x < 4; ++x) {
    const long x1 = x / 2;
    const long x2 = x % 2;
    const auto number = [](long key) { return RationalVector::Constant(1, Rational(key)).eval(); };
    const std::vector<RationalVector> keys = {number(x2 == 1 ? 7 : 8), number(5)};
    const std::vector<RationalVector> values = {number(1), number(1)};
    CHECK(exact_match(number(x1 == 1 ? 5 : 6), keys, values).value(0) == x1);
    CHECK(exact_match(number(7), keys, values).value(0) == x2);
  }
}

TEST_CASE("the order in which a machine numbers its messages does not matter", "[mpc]") {
  Protocol p = protocol_by_name("sort", 5, 2, 2, 1);
  for (Local& local : p.rounds) {
    local = [local](long machine, const Memory& memory) {
      auto sent = local(machine, memory);
      if (machine % 2 == 0) std::reverse(sent.begin(), sent.end());
      return sent;
    };
  }
  CHECK(wrong_inputs(anna_simulate(Variant::repaired, p, greedy_code(5, 2), 2), 2, 0) == 0);
}

TEST_CASE("verdicts and counts of the five claims", "[mpc]") {
  const auto init = theorem_of_text("anna/initialization");
  CHECK(verdict_of(*init, Variant::printed, {"n=2", "s=3"}).status == Status::holds);
  CHECK(verdict_of(*init, Variant::printed, {"n=3", "s=3"}).status == Status::ill_formed);
  CHECK(verdict_of(*init, Variant::repaired, {"n=3", "s=3"}).status == Status::holds);

  const auto out = theorem_of_text("anna/final-output");
  const Verdict printed_out = verdict_of(*out, Variant::printed, {"n=4", "s=2", "letters=2"});
  CHECK(printed_out.status == Status::refuted);
  CHECK(printed_out.inputs.failing == 12);  // words with x_1 != x_2 or x_3 != x_4: 16 - 4
  CHECK(verdict_of(*out, Variant::printed, {"n=4", "s=1"}).status == Status::holds);
  CHECK(verdict_of(*out, Variant::repaired, {"n=4", "s=2"}).status == Status::holds);

  const auto routing = anna_routing_claim();
  const Verdict routed = verdict_of(*routing, Variant::constructed, {"q=2", "s=2"});
  CHECK(routed.status == Status::holds);
  CHECK(routed.inputs.space == 161);
  CHECK(routed.inputs.checked == 161);

  const auto encoding = anna_message_encoding_claim();
  const Verdict encoded = verdict_of(*encoding, Variant::constructed, {"q=5", "alpha=3", "Delta=1"});
  CHECK(encoded.status == Status::holds);
  CHECK(encoded.inputs.space == 131);

  const auto mpc = anna_simulates_mpc_claim();
  const std::vector<std::string> sorting = {"protocol=sort", "n=3", "s=2"};
  CHECK(verdict_of(*mpc, Variant::repaired, sorting).status == Status::holds);
  CHECK(verdict_of(*mpc, Variant::printed, sorting).inputs.failing > 0);
  // With a last round without communication the print's one wrong thing is what init leaves open.
  const Verdict idle = verdict_of(*mpc, Variant::printed, {"protocol=sort", "n=3", "s=2", "idle=1"});
  CHECK(idle.status == Status::ill_formed);
  CHECK(idle.inputs.failing == 0);
  const Verdict restricted =
      verdict_of(*mpc, Variant::repaired, {"protocol=reverse", "n=6", "s=3", "theorem=B.13"});
  CHECK(restricted.status == Status::holds);
  CHECK(restricted.size.heads == 2);  // one for routing, one for identities
}

}  // namespace mpc_transformer_test
