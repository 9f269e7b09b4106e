#include "constructions/anna/simulates_mpc.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "constructions/anna/final_output.hpp"
#include "constructions/anna/initialization.hpp"
#include "constructions/anna/routing.hpp"
#include "protocols/protocol_builder.hpp"

namespace attest {

namespace {

using mpc::Row;

// Who a token is: what the own-identity head left in its row or, where the print is read with element-wise
// functions that see the position, that.
long identity_of(const Row& row, long position) {
  return position != 0 ? position : mpc::last_entry(row);
}

mpc::StateReader initial_state(long s) {
  return [s](const Row& row, long position) {
    return mpc::TokenState{identity_of(row, position), anna_initial_memory(row, s), true};
  };
}

mpc::StateReader received_state(long heads, std::shared_ptr<const mpc::MessageEncoding> encoding) {
  return [heads, encoding](const Row& row, long position) {
    mpc::TokenState state = anna_received(row, heads, *encoding);
    state.identity = identity_of(row, position);
    return state;
  };
}

// Line 578: T = out . route_{R-1} . ... . route_1 . init, and `out` reads the output from what machine i
// computes from MachineIn_R (line 560). Of the messages of round R it has only those that it sends to itself.
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
      anna_final_output_layer(p.inputs, p.memory, output_of, sim.read.back(), false));
  sim.network.psi = [n = p.inputs, s = p.memory](const Row& row, long position) {
    return position <= n ? anna_final_output_psi(row, s, position) : 0;
  };
}

// The repair: the last layer is route_R, in which token idx asks for what is sent to machine ceil(idx/s)
// instead of to machine idx; it then knows that machine's final memory and picks its word.
void add_routed_output(MpcSimulation& sim, long heads) {
  const mpc::Protocol& p = sim.protocol;
  const long n = p.inputs;
  const auto home = [n, s = p.memory](long index) { return index <= n ? (index + s - 1) / s : index; };
  sim.network.layers.push_back(
      anna_routing_layer("out", p.rounds.back(), sim.read.back(), heads, sim.encoding, home, true));
  sim.network.psi = [n, s = p.memory, home, output = p.output, heads, encoding = sim.encoding](
                        const Row& row, long) -> mpc::Value {
    const long index = mpc::last_entry(row);
    const mpc::TokenState state = anna_received(row, heads, *encoding);
    if (index > n || !state.readable) return 0;
    const mpc::Words words = output(home(index), state.memory);
    const auto which = static_cast<std::size_t>(index - s * (home(index) - 1) - 1);
    return which < words.size() ? words[which] : 0;
  };
}

}  // namespace

MpcSimulation anna_simulate(Variant variant, const mpc::Protocol& protocol, const mpc::SlotCode& code,
                            long routing_heads) {
  const bool repaired = variant != Variant::printed;
  MpcSimulation sim;
  sim.protocol = protocol;
  sim.encoding = std::make_shared<const mpc::MessageEncoding>(code, protocol.memory);
  sim.network.tokens = std::max(protocol.inputs, protocol.machines);  // Remark B.7: padded with empty tokens
  sim.network.positional = !repaired;
  sim.network.key_bits = mpc::bits_for(sim.network.tokens);
  sim.network.embed = [n = protocol.inputs](long token, const mpc::Words& input) {
    return Row{mpc::fraction(token <= n ? input[token - 1] : 0, 1), mpc::fraction(token, 1)};
  };

  sim.network.layers.push_back(anna_initialization_layer(protocol.inputs, protocol.memory, repaired));
  sim.read.push_back(initial_state(protocol.memory));
  for (long r = 1; r < protocol.round_count(); ++r) {
    sim.network.layers.push_back(anna_routing_layer(
        fmt::format("route_{}", r), protocol.rounds[r - 1], sim.read.back(), routing_heads, sim.encoding,
        [](long identity) { return identity; }, repaired));
    sim.read.push_back(received_state(routing_heads, sim.encoding));
  }
  if (repaired) {
    add_routed_output(sim, routing_heads);
  } else {
    add_printed_output(sim);
  }
  return sim;
}

std::optional<std::pair<long, long>> equal_rows_after_init(const MpcSimulation& simulation,
                                                           const mpc::Words& input) {
  const auto rows = mpc::run_network(simulation.network, input)[1];
  for (long i = 0; i < simulation.protocol.machines; ++i) {
    for (long j = 0; j < i; ++j) {
      if (rows[i] == rows[j]) return std::pair{j + 1, i + 1};
    }
  }
  return std::nullopt;
}

}  // namespace attest
