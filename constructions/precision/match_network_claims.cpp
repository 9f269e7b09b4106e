#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/anna/simulates_mpc.hpp"
#include "constructions/anna/simulates_mpc_entry.hpp"
#include "precision/matching/match_network_problem.hpp"
#include "protocols/protocol_builder.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

namespace {

using mpc::Row;

// The task that the claim is verified on, with the setting that owns it.
std::shared_ptr<const Task> task_of(const Claim& claim, Variant variant, const Parameters& parameters) {
  const auto& judged = dynamic_cast<const JudgedClaim&>(claim);
  const std::shared_ptr<JudgedSetting> setting = judged.setting(variant, parameters);
  return {setting, &setting->task()};
}

[[noreturn]] void refuse_printed(const Claim& claim, const char* why) {
  throw UsageError("--variant", to_string(Variant::printed),
                   fmt::format("a variant of {} that is well-formed: {}", claim.info().id, why));
}

// psi at the first `count` tokens.
std::function<std::vector<Rational>(long token, const Row& row)> psi_of(const mpc::ExactMatchNetwork& network,
                                                                        long count) {
  return [psi = network.psi, positional = network.positional, count](long token, const Row& row) {
    if (token > count) return std::vector<Rational>{};
    return std::vector<Rational>{Rational(psi(row, positional ? token : 0))};
  };
}

// Theorem B.2 and Lemma B.13, repaired: init, then routing layers; every layer carries the token's number.
MatchNetworkProblem::Parts simulation(const Claim& claim, Variant variant, const Parameters& parameters) {
  if (variant == Variant::printed)
    refuse_printed(claim, "the printed layers lose the tokens' numbers and the messages of the last round");
  const NamedSimulation named = anna_named_simulation(variant, parameters);
  MatchNetworkProblem::Parts parts;
  parts.task = task_of(claim, variant, parameters);
  parts.network = named.simulation.network;
  parts.readings.push_back(
      {shares_reading(static_cast<std::size_t>(named.simulation.protocol.memory)), integers_reading(1)});
  for (std::size_t l = 1; l < parts.network.layers.size(); ++l) {
    std::vector<HeadReading> heads(static_cast<std::size_t>(named.heads),
                                   encodings_reading(named.simulation.encoding));
    heads.push_back(integers_reading(1));
    parts.readings.push_back(std::move(heads));
  }
  parts.outputs = psi_of(parts.network, named.simulation.protocol.inputs);
  return parts;
}

}  // namespace

std::unique_ptr<PrecisionProblem> match_network_precision(const Claim& claim, Variant variant,
                                                          const Parameters& parameters) {
  if (claim.info().id != "anna/simulates-mpc") return nullptr;
  return std::make_unique<MatchNetworkProblem>(simulation(claim, variant, parameters));
}

}  // namespace attest
