#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/anna/final_output.hpp"
#include "constructions/anna/initialization.hpp"
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

// Lemma B.5. Where the print is well-formed it is the repaired lemma.
MatchNetworkProblem::Parts initialization(const Claim& claim, Variant variant, const Parameters& parameters) {
  const long n = parameters.integer("n");
  const long s = parameters.integer("s");
  if (variant == Variant::printed && n >= s)
    refuse_printed(claim, "for idx = s the print names the entries -1 and 0");
  MatchNetworkProblem::Parts parts;
  parts.task = task_of(claim, variant, parameters);
  parts.network.tokens = n;
  parts.network.key_bits = mpc::bits_for(n);
  parts.network.embed = [](long token, const mpc::Words& input) {
    return Row{mpc::fraction(input[token - 1], 1), mpc::fraction(token, 1)};
  };
  parts.network.layers.push_back(anna_initialization_layer(n, s, false));
  parts.readings = {{shares_reading(static_cast<std::size_t>(s))}};
  parts.outputs = [s](long, const Row& row) {
    std::vector<Rational> result;
    for (const mpc::Fraction& entry : anna_initialization_psi(row, s))
      result.emplace_back(entry.numerator, entry.denominator);
    return result;
  };
  return parts;
}

// Lemma B.6, with the embedding of anna/final-output: a token's number and the words of its machine.
MatchNetworkProblem::Parts final_output(const Claim& claim, Variant variant, const Parameters& parameters) {
  const long n = parameters.integer("n");
  const long s = parameters.integer("s");
  const bool repaired = variant == Variant::repaired;
  MatchNetworkProblem::Parts parts;
  parts.task = task_of(claim, variant, parameters);
  parts.network.tokens = n;
  parts.network.key_bits = mpc::bits_for(n);
  parts.network.embed = [n, s](long token, const mpc::Words& output) {
    Row row = {mpc::fraction(token, 1)};
    for (long index = s * (token - 1) + 1; index <= std::min(n, s * token); ++index)
      row.push_back(mpc::fraction(output[index - 1], 1));
    return row;
  };
  const auto read = [](const Row& row, long) {
    mpc::TokenState state;
    state.identity = static_cast<long>(row[0].numerator);
    mpc::Words words;
    for (std::size_t k = 1; k < row.size(); ++k) words.push_back(row[k].numerator);
    state.memory = {{state.identity, words}};
    return state;
  };
  parts.network.layers.push_back(anna_final_output_layer(
      n, s, [](const mpc::TokenState& state) { return state.memory.front().words; }, read, repaired));
  parts.network.psi = [s, repaired](const Row& row, long) {
    return repaired ? anna_final_output_psi(row, s, mpc::last_entry(row)) : row[0].numerator;
  };
  parts.readings = {{integers_reading(static_cast<std::size_t>(2 * s))}};
  if (repaired) parts.readings[0].push_back(integers_reading(1));
  parts.outputs = psi_of(parts.network, n);
  return parts;
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
  const auto of = [&](auto parts) {
    return std::make_unique<MatchNetworkProblem>(parts(claim, variant, parameters));
  };
  if (claim.info().id == "anna/initialization") return of(initialization);
  if (claim.info().id == "anna/final-output") return of(final_output);
  if (claim.info().id == "anna/simulates-mpc") return of(simulation);
  return nullptr;
}

}  // namespace attest
