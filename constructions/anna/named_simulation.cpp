#include "constructions/anna/named_simulation.hpp"

#include <algorithm>

#include "claims/whole_claim.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/protocol_catalogue.hpp"

namespace attest {

namespace {

mpc::Protocol protocol_of(const Parameters& p) {
  mpc::Protocol protocol = mpc::protocol_by_name(p.text("protocol"), p.integer("n"), p.integer("s"),
                                                 p.integer("letters"), p.integer("k"));
  for (long round = 0; round < p.integer("idle"); ++round)
    protocol = mpc::with_idle_round(std::move(protocol));
  return protocol;
}

// How many heads route: the theorem's parameter.
long routing_heads_of(const Parameters& p, const mpc::Protocol& protocol) {
  const bool of_capacity = p.text("theorem") == "B.13" || p.text("theorem") == "B.14";
  if (!of_capacity || protocol.capacity == 0) return protocol.memory;
  return std::min(protocol.memory, protocol.capacity);
}

// simulate(protocol, code, heads).
template <class Simulate>
NamedSimulation named_simulation(const Parameters& parameters, const Simulate& simulate) {
  const mpc::Protocol protocol = protocol_of(parameters);
  NamedSimulation named;
  named.heads = routing_heads_of(parameters, protocol);
  named.alpha = std::min(named.heads, protocol.machines);
  named.simulation = simulate(
      protocol, mpc::code_by_name(parameters.text("code"), protocol.machines, named.alpha), named.heads);
  return named;
}

}  // namespace

NamedSimulation anna_named_simulation(Variant variant, const Parameters& parameters, mpc::Reading reading) {
  return named_simulation(parameters,
                          [&](const mpc::Protocol& protocol, const mpc::SlotCode& code, long heads) {
                            return anna_simulate(variant, protocol, code, heads, reading);
                          });
}

NamedSimulation anna_named_matched_simulation(const Parameters& parameters) {
  return named_simulation(parameters, anna_simulate_matched);
}

}  // namespace attest
