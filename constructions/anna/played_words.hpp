// What the claims that play an MPC protocol on a network have in common: its input, and its outputs by the definition of exact match.
#pragma once

#include <span>
#include <vector>

#include "attention/match_layers.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

inline mpc::Words input_of(const mpc::Problem& problem, std::span<const Symbol> word) {
  mpc::Words input;
  for (const Symbol s : word) input.push_back(problem.first_symbol() + static_cast<mpc::Value>(s));
  return input;
}

// `Simulation`: of mpc::Words states, behind the last layer outputs.
template <class Simulation>
std::vector<ExactOutput> played_outputs(const Simulation& simulation, const mpc::Words& input) {
  const attention::MatchRun run = attention::run_by_definition(simulation.network, simulation.states(input));
  std::vector<ExactOutput> result;
  for (const mpc::Value output : simulation.outputs(run.states)) result.push_back({Rational(output), Json()});
  return result;
}

}  // namespace attest
