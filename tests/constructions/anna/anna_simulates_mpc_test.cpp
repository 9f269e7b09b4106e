// Transformers of approximate-nearest-neighbour attention that play MPC protocols: Definition 3.3 written out again, with weights of
// the test's own.
#include <catch2/catch.hpp>

#include "attention/admissible_weights.hpp"
#include "constructions/anna/anna_simulates_mpc.hpp"
#include "constructions/anna/matched_layers.hpp"
#include "constructions/anna/simulates_mpc.hpp"
#include "protocols/message_patterns.hpp"
#include "protocols/protocol_builder.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "protocols/simulator.hpp"

namespace anna_simulates_mpc_test {

using namespace attest;
using namespace attest::mpc;
using attention::State;

namespace {

// Positive, sum 1, each at least 1/((n - 1) l + 1).
bool meets_definition(const std::vector<Rational>& weights, const Rational& l) {
  Rational sum = 0;
  for (const Rational& weight : weights) {
    if (weight * (Rational(Integer(weights.size() - 1)) * l + 1) < 1) return false;
    sum += weight;
  }
  return sum == 1;
}

// A layer behind which each head gives a token the values of the keys that equal its query, with the weights that `choose` names for
// (head, token, how many).
template <class Choose>
std::vector<State> layer_with_weights(const attention::MatchLayer& layer, const std::vector<State>& states,
                                      const Choose& choose, long& without_key) {
  std::vector<std::vector<attention::MatchOffer>> offers;
  for (const State& state : states) offers.push_back(layer.offers(state));
  std::vector<State> next;
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::vector<State> given;
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
      std::vector<std::size_t> matches;
      for (std::size_t j = 0; j < states.size(); ++j) {
        if (offers[j][h].key == offers[i][h].query) matches.push_back(j);
      }
      without_key += matches.empty() ? 1 : 0;
      std::vector<Rational> sum(offers[i][h].value.size(), Rational(0));
      const std::vector<Rational> weights =
          matches.empty() ? std::vector<Rational>{} : choose(h, i, matches.size());
      for (std::size_t k = 0; k < matches.size(); ++k) {
        const State& value = offers[matches[k]][h].value;
        for (const State::Entry& entry : value.entries())
          sum[entry.place] += weights[k] * value.number(entry);
      }
      given.emplace_back(sum);
    }
    next.push_back(layer.next(states[i], given));
  }
  return next;
}

// w_k in proportion to 1, ..., 1 and `skew` at one place that moves: within Definition 3.3 for l >= skew.
auto skewed(long skew, std::size_t turn) {
  return [=](std::size_t head, std::size_t token, std::size_t count) {
    std::vector<Rational> weights(count, Rational(Integer(1), Integer(static_cast<long>(count) - 1 + skew)));
    weights[(head + token + turn) % count] *= skew;
    return weights;
  };
}

Protocol named(const std::string& name, long n, long s) {
  return protocol_by_name(name, n, s, 2, 2);
}

MpcSimulation matched(const Protocol& p) {
  return anna_simulate_matched(p, greedy_code(p.machines, std::min(p.memory, p.machines)), p.memory);
}

Status status_of(Variant variant, const std::vector<std::string>& words) {
  const auto claim = anna_anna_simulates_mpc_claim();
  VerifyOptions options;
  options.threads = 1;
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), options).status;
}

}  // namespace

TEST_CASE("extreme weights are admissible, and no weight can be smaller or larger", "[mpc]") {
  for (const Rational& l : {Rational(1), Rational(3) / 2, Rational(40)}) {
    for (std::size_t n = 1; n <= 4; ++n) {
      for (std::size_t favourite = 0; favourite < n; ++favourite) {
        std::vector<Rational> weights = attention::extreme_weights(n, l, favourite);
        CHECK(meets_definition(weights, l));
        if (n == 1) continue;
        // More for the favourite takes from one that has the least already.
        weights[favourite] += Rational(1) / 1000000;
        weights[(favourite + 1) % n] -= Rational(1) / 1000000;
        CHECK_FALSE(meets_definition(weights, l));
      }
    }
  }
  CHECK(attention::extreme_weights(3, Rational(1), 2) == std::vector<Rational>(3, Rational(1) / 3));
}

TEST_CASE("in every group each query has one key that offers nothing, and each message one group", "[mpc]") {
  for (long tokens = 1; tokens <= 12; ++tokens) {
    const RoutingGroups groups(tokens);
    CHECK(groups.count() == (tokens == 1 ? 1 : tokens % 2 == 0 ? 4 : 6));
    std::vector<std::vector<long>> ways(tokens + 1, std::vector<long>(tokens + 1, 0));
    for (long g = 0; g < groups.count(); ++g) {
      for (long machine = 1; machine <= tokens; ++machine) {
        long offering = 0;
        for (long token = 1; token <= tokens; ++token) {
          offering += groups.padded(g, token) == groups.query(g, machine) ? 1 : 0;
          if (groups.sends(g, token) && groups.reaches(g, machine)) ++ways[token][machine];
          if (tokens > 1 && groups.sends(g, token)) CHECK(groups.padded(g, token) == 0);
        }
        if (offering != 1) FAIL("a query without such a key");
      }
    }
    for (long token = 1; token <= tokens; ++token) {
      for (long machine = 1; machine <= tokens; ++machine) {
        if (ways[token][machine] != 1) FAIL("a message without one way");
      }
    }
  }
}

TEST_CASE("every message pattern is delivered, whatever weights Definition 3.3 admits", "[mpc]") {
  struct Case {
    long q, s, letters;
  };
  for (const Case& c : {Case{1, 2, 2}, Case{2, 2, 2}, Case{3, 1, 2}, Case{3, 2, 1}, Case{4, 1, 1}}) {
    MachineTokens tokens;
    tokens.count = c.q;
    tokens.key_bits = bits_for(c.q);
    const auto encoding = std::make_shared<const WeightedEncoding>(greedy_code(c.q, std::min(c.q, c.s)), c.s);
    tokens.width = static_cast<std::size_t>(1 + RoutingGroups(c.q).count() * c.s * encoding->dimension());
    std::vector<State> states;
    for (long i = 1; i <= c.q; ++i)
      states.push_back(State::of_integers(tokens.width, std::vector<std::pair<std::size_t, long>>{{0, i}}));
    long patterns = 0;
    for_every_pattern(c.q, c.s, c.letters, [&](const Pattern& pattern) {
      ++patterns;
      const auto layer = anna_matched_routing_layer(
          tokens, "route", [&](long machine, const Memory&) { return pattern[machine - 1]; },
          [&](const State& state) {
            return TokenState{tokens.number(state), {}, true};
          },
          c.s, encoding, own_messages());
      for (const auto& [skew, turns] : {std::pair{1L, 1UL}, std::pair{3L, 3UL}, std::pair{1000L, 3UL}}) {
        for (std::size_t turn = 0; turn < turns; ++turn) {
          long without_key = 0;
          const auto next = layer_with_weights(layer, states, skewed(skew, turn), without_key);
          if (without_key != 0) FAIL("a query without key");
          for (long i = 1; i <= c.q; ++i) {
            Memory wanted;
            for (long source = 1; source <= c.q; ++source) {
              for (const Message& message : pattern[source - 1]) {
                if (message.destination == i) wanted.push_back({source, message.words});
              }
            }
            const TokenState got = anna_matched_received(next[i - 1], tokens, c.s, *encoding, i);
            if (!got.readable || got.memory != wanted) FAIL("a message is lost");
          }
        }
      }
      return true;
    });
    CHECK(patterns > 1);
  }
}

TEST_CASE("whole protocols give the same with weights that change from head to head", "[mpc]") {
  for (const auto& [name, n, s] : {std::tuple{"sort", 3L, 2L}, std::tuple{"prefix-sum", 4L, 2L},
                                   std::tuple{"reverse", 5L, 2L}, std::tuple{"rank-sort", 1L, 4L}}) {
    const Protocol p = named(name, n, s);
    const MpcSimulation sim = matched(p);
    CHECK(sim.depth() == p.round_count() + 1);
    for (long bits = 0; bits < 1 << n; ++bits) {
      Words input;
      for (long i = 0; i < n; ++i) input.push_back(bits >> i & 1);
      std::vector<State> states = sim.states(input);
      long without_key = 0;
      for (std::size_t l = 0; l < sim.network.layers.size(); ++l)
        states = layer_with_weights(sim.network.layers[l], states, skewed(50, l), without_key);
      CHECK(without_key == 0);
      CHECK(sim.outputs(states) == simulate(p, input).output);
    }
  }
}

TEST_CASE("planted: an output that depends on the weights is found where l leaves them open", "[mpc]") {
  attention::MatchLayers layers;
  layers.first = {0, 0, 0};
  attention::MatchLayer layer;
  layer.heads.push_back({"head", {}, {}, {}, 1, 0, attention::IndexSet::product({{0, 1}}, 2)});
  layer.program = {
      "all", [](const State& state) {
        return std::vector<attention::MatchOffer>{{State{Rational(1)}, State{Rational(1)}, state}};
      }};
  layers.layers = {layer};
  layers.psi_program = {"as it is", [](const State& state) { return state.dense(); }};
  const auto found = [&](long first, long second, const Rational& l) {
    attention::MatchTrace trace;
    run_by_definition(layers, std::vector{State{Rational(first)}, State{Rational(second)}}, &trace);
    return attention::dependence_on_weights(layers, trace, l).has_value();
  };
  CHECK(found(0, 1, Rational(2)));
  CHECK_FALSE(found(0, 1, Rational(1)));
  CHECK_FALSE(found(3, 3, Rational(2)));
}

TEST_CASE("exact match without padding is no ANNA transformer, the constructed one is", "[mpc]") {
  CHECK(status_of(Variant::printed, {"protocol=sort", "n=3", "s=2"}) == Status::refuted);
  CHECK(status_of(Variant::constructed, {"protocol=sort", "n=3", "s=2", "l=7"}) == Status::holds);
  CHECK(status_of(Variant::constructed, {"protocol=reverse", "n=4", "s=2", "theorem=B.14"}) == Status::holds);
}

}  // namespace anna_simulates_mpc_test
