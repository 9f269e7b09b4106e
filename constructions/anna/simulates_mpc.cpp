#include "constructions/anna/simulates_mpc.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "constructions/anna/final_output.hpp"
#include "constructions/anna/initialization.hpp"
#include "constructions/anna/matched_layers.hpp"
#include "constructions/anna/routing.hpp"
#include "numeric/checked.hpp"
#include "protocols/protocol_builder.hpp"

namespace attest {

namespace {

using attention::State;
using mpc::Reading;

// The layers of one simulation, and what their states say.
struct MachineLayers {
  attention::MatchLayer init;
  mpc::StateReader initial;
  std::function<attention::MatchLayer(std::string name, const mpc::Local& local, const mpc::StateReader& read,
                                      const Addressee& addressee)>
      route;
  // What arrived at a token that asked for this machine's messages; the identity stays 0.
  std::function<mpc::TokenState(const State& state, long addressee)> received;
};

// A token's memory where nothing readable is nothing known.
mpc::TokenState token_state(long number, std::optional<mpc::Memory> memory) {
  const bool readable = memory.has_value();
  return {number, readable ? std::move(*memory) : mpc::Memory{}, readable};
}

MachineLayers exact_match_layers(const MpcSimulation& sim, long heads) {
  const auto& [n, s] = std::pair{sim.protocol.inputs, sim.protocol.memory};
  const mpc::MachineTokens& tokens = sim.tokens;
  MachineLayers layers;
  layers.init = anna_initialization_layer(tokens, n, s);
  layers.initial = [tokens, s = s](const State& state) {
    return token_state(tokens.number(state), anna_initial_memory(state, s, tokens.reading));
  };
  layers.route = [tokens, heads, encoding = sim.encoding](std::string name, const mpc::Local& local,
                                                          const mpc::StateReader& read,
                                                          const Addressee& addressee) {
    return anna_routing_layer(tokens, std::move(name), local, read, heads, encoding, addressee);
  };
  layers.received = [heads, encoding = sim.encoding, reading = tokens.reading](const State& state, long) {
    return anna_received(state, heads, *encoding, reading);
  };
  return layers;
}

MachineLayers matched_layers(const MpcSimulation& sim, long heads,
                             const std::shared_ptr<const mpc::WeightedEncoding>& encoding) {
  const auto& [n, s] = std::pair{sim.protocol.inputs, sim.protocol.memory};
  const mpc::MachineTokens& tokens = sim.tokens;
  MachineLayers layers;
  layers.init = anna_matched_initialization_layer(tokens, n, s);
  layers.initial = [tokens, n = n, s = s](const State& state) {
    const long number = tokens.number(state);
    return token_state(number, anna_matched_initial_memory(state, number, n, s));
  };
  layers.route = [tokens, heads, encoding](std::string name, const mpc::Local& local,
                                           const mpc::StateReader& read, const Addressee& addressee) {
    return anna_matched_routing_layer(tokens, std::move(name), local, read, heads, encoding, addressee);
  };
  layers.received = [tokens, heads, encoding](const State& state, long addressee) {
    return anna_matched_received(state, tokens, heads, *encoding, addressee);
  };
  return layers;
}

// The layers for the rounds but the last, behind init.
void add_rounds(MpcSimulation& sim, const MachineLayers& layers) {
  sim.network.layers.push_back(layers.init);
  sim.read.push_back(layers.initial);
  const auto received = [tokens = sim.tokens, received = layers.received](const State& state) {
    const long number = tokens.number(state);
    mpc::TokenState known = received(state, number);
    known.identity = number;
    return known;
  };
  for (long r = 1; r < sim.protocol.round_count(); ++r) {
    sim.network.layers.push_back(layers.route(fmt::format("route_{}", r),
                                              sim.protocol.rounds[static_cast<std::size_t>(r) - 1],
                                              sim.read.back(), own_messages()));
    sim.read.push_back(received);
  }
}

// Line 578: T = out . route_{R-1} . ... . route_1 . init, and `out` reads the output from what machine i
// computes from MachineIn_R (line 560). Of the messages of round R it has only those that it sends to itself.
// "Applied row-wise" (line 90), psi gives all tokens idx of one machine the same output; it needs the token's own number.
void add_printed_output(MpcSimulation& sim) {
  const mpc::Protocol& p = sim.protocol;
  const auto output_of = [output = p.output, last = p.rounds.back()](const mpc::TokenState& state) {
    mpc::Memory own;
    for (const mpc::Message& message : last(state.identity, state.memory)) {
      if (message.destination == state.identity) own.push_back({state.identity, message.words});
    }
    return output(state.identity, own);
  };
  sim.network.layers.push_back(
      anna_final_output_layer(sim.tokens, p.inputs, p.memory, output_of, sim.read.back()));
  const auto psi = [tokens = sim.tokens, s = p.memory](const State& state) {
    return std::vector{Rational(anna_final_output_psi(state, s, tokens.number(state)))};
  };
  sim.network.psi_program = {"word of the token's number", psi};
}

// The repair: the last layer is route_R, in which token idx asks for what is sent to machine ceil(idx/s)
// instead of to machine idx; it then knows that machine's final memory and picks its word.
void add_routed_output(MpcSimulation& sim, const MachineLayers& layers) {
  const mpc::Protocol& p = sim.protocol;
  const long n = p.inputs;
  const auto home = [n, s = p.memory](long index) { return index <= n ? (index + s - 1) / s : index; };
  sim.network.layers.push_back(layers.route("out", p.rounds.back(), sim.read.back(),
                                            {home, "p_ceil(i/s) for i <= n, p_i for others"}));
  const auto psi = [n, s = p.memory, home, output = p.output, received = layers.received,
                    reading = sim.tokens.reading](const State& state) {
    const long index = mpc::read_integer(state[0], reading).value_or(0);
    const mpc::TokenState known = received(state, home(index));
    if (index < 1 || index > n || !known.readable) return std::vector{Rational(0)};
    const mpc::Words words = output(home(index), known.memory);
    const auto which = static_cast<std::size_t>(index - s * (home(index) - 1) - 1);
    return std::vector{Rational(which < words.size() ? words[which] : 0)};
  };
  sim.network.psi_program = {"output of the machine that holds the token's word", psi};
}

// Behind a head that carries numbers where `numbers_by_head`. `entries`: of all heads that route.
MpcSimulation without_layers(const mpc::Protocol& protocol, long entries, bool numbers_by_head,
                             Reading reading) {
  MpcSimulation sim;
  sim.protocol = protocol;
  sim.tokens.count = std::max(protocol.inputs, protocol.machines);  // Remark B.7: padded with empty tokens
  sim.tokens.key_bits = mpc::bits_for(sim.tokens.count);
  sim.tokens.width = static_cast<std::size_t>(1 + std::max(2 * protocol.memory, entries));
  sim.tokens.numbers_by_head = numbers_by_head;
  sim.tokens.reading = reading;
  sim.network = mpc::machine_layers(sim.tokens);
  return sim;
}

}  // namespace

std::vector<State> MpcSimulation::states(const mpc::Words& input) const {
  std::vector<State> result;
  for (long token = 1; token <= tokens.count; ++token) {
    const std::vector<std::pair<std::size_t, long>> numbers = {
        {0, token}, {1, token <= protocol.inputs ? input[static_cast<std::size_t>(token) - 1] : 0}};
    result.push_back(State::of_integers(tokens.width, numbers));
  }
  return result;
}

mpc::Words MpcSimulation::outputs(const std::vector<State>& last) const {
  mpc::Words words;
  for (long index = 0; index < protocol.inputs; ++index)
    words.push_back(to_long(numerator_of(network.outputs(last[static_cast<std::size_t>(index)]).front())));
  return words;
}

mpc::Words MpcSimulation::outputs(attention::MatchPlan& plan, const mpc::Words& input) const {
  if (plan.remembers_much()) plan.forget();
  std::vector<State> last;
  for (const auto state : plan.run(states(input)).states) last.push_back(plan.last_state(state));
  return outputs(last);
}

MpcSimulation anna_simulate(Variant variant, const mpc::Protocol& protocol, const mpc::SlotCode& code,
                            long routing_heads, Reading reading) {
  const bool repaired = variant != Variant::printed;
  const auto encoding = std::make_shared<const mpc::MessageEncoding>(code, protocol.memory);
  MpcSimulation sim = without_layers(protocol, routing_heads * encoding->dimension(), repaired, reading);
  sim.encoding = encoding;
  const MachineLayers layers = exact_match_layers(sim, routing_heads);
  add_rounds(sim, layers);
  if (repaired) {
    add_routed_output(sim, layers);
  } else {
    add_printed_output(sim);
  }
  return sim;
}

MpcSimulation anna_simulate_matched(const mpc::Protocol& protocol, const mpc::SlotCode& code,
                                    long routing_heads) {
  const auto encoding = std::make_shared<const mpc::WeightedEncoding>(code, protocol.memory);
  const long heads = RoutingGroups(std::max(protocol.inputs, protocol.machines)).count() * routing_heads;
  MpcSimulation sim = without_layers(protocol, heads * encoding->dimension(), true, Reading::exact);
  sim.encoding = std::shared_ptr<const mpc::MessageEncoding>(encoding, &encoding->slots());
  const MachineLayers layers = matched_layers(sim, routing_heads, encoding);
  add_rounds(sim, layers);
  add_routed_output(sim, layers);
  return sim;
}

std::vector<std::vector<State>> states_of_simulation(const MpcSimulation& simulation,
                                                     const mpc::Words& input) {
  attention::MatchTrace trace;
  attention::MatchRun run =
      attention::run_by_definition(simulation.network, simulation.states(input), &trace);
  trace.states.push_back(std::move(run.states));
  return std::move(trace.states);
}

std::optional<std::pair<long, long>> equal_states_after_init(const MpcSimulation& simulation,
                                                             const mpc::Words& input) {
  attention::MatchLayers init = mpc::machine_layers(simulation.tokens);
  init.layers.push_back(simulation.network.layers.front());
  const auto states = attention::run_by_definition(init, simulation.states(input)).states;
  for (long i = 0; i < simulation.protocol.machines; ++i) {
    for (long j = 0; j < i; ++j) {
      if (states[static_cast<std::size_t>(i)] == states[static_cast<std::size_t>(j)])
        return std::pair{j + 1, i + 1};
    }
  }
  return std::nullopt;
}

}  // namespace attest
