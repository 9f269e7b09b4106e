#include "constructions/precision/problems_by_claim.hpp"

#include <algorithm>
#include <numeric>

#include "claims/usage_error.hpp"
#include "constructions/anna/named_simulation.hpp"
#include "constructions/anna/routing_layer.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "precision/matching/match_precision.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/encoding_layers.hpp"
#include "protocols/encoding_task.hpp"
#include "protocols/pattern_task.hpp"
#include "protocols/problem.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "theorems/layer_precision.hpp"

namespace attest {

std::unique_ptr<PrecisionProblem> root_finding_problem(Variant variant, const Parameters& parameters,
                                                       ReadoutBy readout_by) {
  std::unique_ptr<LayerSetting> setting = root_finding_setting(variant, parameters);
  const Check well_formed = setting->checks_before().front();
  if (well_formed.status != Status::holds) {
    throw UsageError("--variant", to_string(variant),
                     "a variant of poly/root-finding that defines a layer: " +
                         well_formed.reason.value_or("") + "; " + setting->choices().back());
  }
  return theorems::layer_precision_problem(std::move(setting), readout_by);
}

namespace {

struct Simulated {
  std::unique_ptr<mpc::Problem> task;
  MpcSimulation simulation;
};

// Theorem B.2 and Lemma B.13, repaired: init, then routing layers; every layer carries the token's number.
std::unique_ptr<PrecisionProblem> simulation_precision(Variant variant, const Parameters& parameters) {
  if (variant == Variant::printed) {
    throw UsageError(
        "--variant", to_string(variant),
        "a variant of anna/simulates-mpc that is well-formed: the printed layers lose the tokens' "
        "numbers and the messages of the last round");
  }
  const auto made = std::make_shared<const Simulated>(
      Simulated{mpc::problem_by_name(parameters.text("protocol"), parameters.integer("n"),
                                     parameters.integer("letters"), parameters.integer("k")),
                anna_named_simulation(variant, parameters, mpc::Reading::nearest).simulation});
  auto first = [&sim = made->simulation, &task = *made->task](std::span<const Symbol> word) {
    mpc::Words input;
    for (const Symbol symbol : word) input.push_back(task.first_symbol() + static_cast<mpc::Value>(symbol));
    return sim.states(input);
  };
  std::vector<std::size_t> judged(static_cast<std::size_t>(made->simulation.protocol.inputs));
  std::iota(judged.begin(), judged.end(), std::size_t{0});
  return std::make_unique<MatchPrecision>(made, *made->task, made->simulation.network, std::move(first),
                                          std::move(judged));
}

// Lemma B.3: what arrives is read to the nearest.
std::unique_ptr<PrecisionProblem> routing_precision(const Parameters& parameters) {
  struct Routed {
    RoutingLayer layer;
    mpc::PatternTask task;
  };
  RoutingLayer layer(parameters, mpc::Reading::nearest);
  const mpc::RoundLimits limits = layer.limits;
  const auto made = std::make_shared<Routed>(Routed{std::move(layer), mpc::PatternTask(limits)});
  const Routed& routed = *made;
  made->layer.layers.psi_program = {
      "varphi", [&routed](const attention::State& state) {
        std::vector<Rational> result;
        for (const long number : routed.task.judged_of_state(routed.layer.received(state)))
          result.emplace_back(number);
        return result;
      }};
  std::vector<std::size_t> judged(static_cast<std::size_t>(limits.q));
  std::iota(judged.begin(), judged.end(), std::size_t{0});
  return std::make_unique<MatchPrecision>(
      made, routed.task, routed.layer.layers,
      [&routed](std::span<const Symbol> word) { return routed.layer.states(routed.task.pattern(word)); },
      std::move(judged));
}

}  // namespace

std::unique_ptr<PrecisionProblem> message_encoding_precision(const Parameters& parameters) {
  struct Encoded {
    mpc::EncodingTask task;
    std::shared_ptr<const mpc::MessageEncoding> encoding;
    attention::MatchLayers layers;
  };
  const long q = parameters.integer("q");
  const long alpha = std::min(parameters.integer("alpha"), q);
  const long longest = parameters.integer("Delta");
  const auto encoding = std::make_shared<const mpc::MessageEncoding>(
      mpc::code_by_name(parameters.text("code"), q, alpha), longest);
  const auto made =
      std::make_shared<Encoded>(Encoded{mpc::EncodingTask(q, alpha, longest, parameters.integer("letters")),
                                        encoding, mpc::encoding_layers(encoding, alpha)});
  const mpc::EncodingTask& task = made->task;
  made->layers.psi_program = {"varphi", [&task, encoding, alpha](const attention::State& state) {
                                const auto letters = encoding->decode(state, mpc::Reading::nearest);
                                if (!letters || static_cast<long>(letters->size()) > alpha)
                                  return std::vector<Rational>(task.judged_positions().size(), Rational(-1));
                                std::vector<Rational> result;
                                for (const long number : task.numbers_of(*letters))
                                  result.emplace_back(number);
                                return result;
                              }};
  auto first = [&task, encoding, alpha](std::span<const Symbol> word) {
    return mpc::encoding_states(*encoding, alpha, task.sent(word));
  };
  return std::make_unique<MatchPrecision>(made, task, made->layers, std::move(first),
                                          std::vector<std::size_t>{0});
}

std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters) {
  if (id == "anna/simulates-mpc") return simulation_precision(variant, parameters);
  if (id == "anna/routing") return routing_precision(parameters);
  if (id == "anna/message-encoding") return message_encoding_precision(parameters);
  if (id == "poly/root-finding") return root_finding_problem(variant, parameters, ReadoutBy::network_if_any);
  return nullptr;
}

}  // namespace attest
