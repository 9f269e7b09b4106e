// ANNA transformers that play protocols with few partners: each query against all keys of its head, and the claims on record.
#include <catch2/catch.hpp>

#include <stdexcept>

#include "claims/usage_error.hpp"
#include "constructions/anna/capacity_claims.hpp"
#include "constructions/anna/pulled_simulation.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "protocols/simulator.hpp"
#include "reductions/anna/low_rank_protocol.hpp"

namespace attest::sublinear_simulation_test {
namespace {

using attention::State;

// Behind a layer in which every query takes the value of the one key that it equals. Counts queries for which there is not one.
std::vector<State> pulled_layer(const attention::MatchLayer& layer, const std::vector<State>& states,
                                long& not_one) {
  std::vector<std::vector<attention::MatchOffer>> offers;
  for (const State& state : states) offers.push_back(layer.offers(state));
  std::vector<State> next;
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::vector<State> given;
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
      long matches = 0;
      State value = State::zeros(offers[i][h].value.size());
      for (const auto& other : offers) {
        if (other[h].key != offers[i][h].query) continue;
        ++matches;
        value = other[h].value;
      }
      not_one += matches == 1 ? 0 : 1;
      given.push_back(value);
    }
    next.push_back(layer.next(states[i], given));
  }
  return next;
}

Verdict verify(const std::unique_ptr<Claim>& claim, const std::vector<std::string>& words) {
  return claim->verify(Variant::constructed, parse_parameters(claim->info().parameters, words), {});
}

std::string reason_of(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check.reason.value_or("");
  }
  return "no check";
}

}  // namespace

TEST_CASE("Tokens that ask by unique keys play the protocol", "[anna][sublinear]") {
  for (const auto& [name, n, s, k] : {std::tuple("reverse", 1L, 1L, 2L),
                                      {"reverse", 5L, 2L, 2L},
                                      {"sort", 3L, 2L, 2L},
                                      {"prefix-sum", 4L, 3L, 3L},
                                      {"rank-sort", 3L, 4L, 2L}}) {
    const mpc::Protocol protocol = mpc::protocol_by_name(name, n, s, 3, 2);
    const PulledSimulation sim = anna_pull(protocol, k);
    INFO(name << " n=" << n << " k=" << k);
    CHECK(sim.tokens.count == n);
    for (long turn = 0; turn < 3; ++turn) {
      mpc::Words input;
      for (long i = 0; i < n; ++i) input.push_back((i * i + turn) % 3);
      std::vector<State> states = sim.states(input);
      long not_one = 0;
      for (const attention::MatchLayer& layer : sim.network.layers)
        states = pulled_layer(layer, states, not_one);
      CHECK(not_one == 0);
      CHECK(sim.outputs(states) == mpc::simulate(protocol, input).output);
    }
  }
}

TEST_CASE("Low-rank attention by tokens that ask, as Corollary D.3 composes it", "[anna][sublinear]") {
  for (const auto& [shape, steps] :
       {std::pair(LowRankShape{2, 2, 1, 1, 2}, 5L), {LowRankShape{3, 2, 1, 1, 2}, 211L}}) {
    const mpc::Protocol protocol = low_rank_protocol(shape);
    const PulledSimulation sim = anna_pull(protocol, 2);
    CHECK(sim.tokens.count == shape.tokens);
    const long words = 1L << shape.entries();
    long inputs = 1;
    for (long i = 0; i < shape.tokens; ++i) inputs *= words;
    for (long rank = 0; rank < inputs; rank += steps) {
      mpc::Words input;
      for (long i = 0, digits = rank; i < shape.tokens; ++i, digits /= words) input.push_back(digits % words);
      std::vector<State> states = sim.states(input);
      long not_one = 0;
      for (const attention::MatchLayer& layer : sim.network.layers)
        states = pulled_layer(layer, states, not_one);
      CHECK(not_one == 0);
      CHECK(sim.outputs(states) == low_rank_direct(shape, input));
    }
  }
}

TEST_CASE("A query that goes to a wrong token is seen in the outputs", "[anna][sublinear]") {
  const mpc::Protocol protocol = mpc::protocol_by_name("reverse", 3, 1, 3, 2);
  const PulledSimulation sim = anna_pull(protocol, 2);
  const mpc::Words input{0, 1, 2};
  long wrong = 0;
  for (std::size_t changed = 0; changed < sim.network.layers.size(); ++changed) {
    bool right = false;
    try {
      std::vector<State> states = sim.states(input);
      for (std::size_t l = 0; l < sim.network.layers.size(); ++l) {
        attention::MatchLayer layer = sim.network.layers[l];
        if (l == changed) {
          // Tokens 1 and 2 ask in each other's place, in all heads but that of numbers.
          const auto run = layer.program->run;
          layer.program->run = [run, &states](const State& state) {
            auto offers = run(state);
            const bool first = state == states[0];
            if (!first && state != states[1]) return offers;
            const auto others = run(first ? states[1] : states[0]);
            for (std::size_t h = 0; h + 1 < offers.size(); ++h) offers[h].query = others[h].query;
            return offers;
          };
        }
        long not_one = 0;
        states = pulled_layer(layer, states, not_one);
        CHECK(not_one == 0);
      }
      right = sim.outputs(states) == mpc::Words{2, 1, 0};
    } catch (const std::logic_error&) {
      // The records that a machine then holds are of no protocol: more of one destination than it may receive.
    }
    wrong += right ? 0 : 1;
  }
  CHECK(wrong >= 2);
}

TEST_CASE("The verdicts of few partners, with their numbers", "[anna][sublinear]") {
  const Verdict sorting = verify(anna_mpc_sorting_claim(), {"k=3", "L=1", "b=9"});
  CHECK(sorting.status == Status::holds);
  CHECK(sorting.inputs.checked == 1000);
  CHECK(reason_of(sorting, "rounds") == "4 rounds, 2 L (L+1) = 4");
  CHECK_THROWS_AS(verify(anna_mpc_sorting_claim(), {"k=3", "L=1", "b=6"}), UsageError);
  CHECK_THROWS_AS(verify(anna_mpc_sorting_claim(), {"k=8", "L=8", "b=128"}), UsageError);

  const Verdict partners = verify(anna_few_partners_claim(), {"q=3", "s=1", "k=3"});
  CHECK(partners.status == Status::holds);
  CHECK(partners.inputs.checked == 139);
  CHECK(partners.inputs.space == 139);
  // c = 3: h is the least number from 4 on with 3 | 2h.
  CHECK(reason_of(partners, "size") == "10 rounds for one, on 3 machines for 3; L = 1, h = 6");
  CHECK(reason_of(partners, "partners") == "at most 3 partners and 13 words in a round; k = 3, 2h + 1 = 13");

  const Verdict simulation = verify(anna_sublinear_simulation_claim(), {"protocol=reverse", "n=5", "s=2"});
  CHECK(simulation.status == Status::holds);
  CHECK(reason_of(simulation, "size") ==
        "28 layers for R = 1 rounds, L = 2; 3 heads, k = 2; values of 5 numbers, s = 2; 1 machines a token");
}

}  // namespace attest::sublinear_simulation_test
