#include <fmt/format.h>

#include "attention/admissible_weights.hpp"
#include "constructions/anna/anna_simulates_mpc.hpp"
#include "constructions/anna/named_simulation.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "theorems/program_info.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

// Why the constructed transformer serves whatever weights Definition 3.3 admits. Distinct identifiers are scaled so that no two are
// within c r, with which c r is smaller than the distance of a query to every key that it does not equal. Then the weights of what a
// query matches are positive and sum to 1, all others are 0 (attention/admissible_weights.hpp). The head of numbers has one
// match a query, with weight 1. What `init` and the routing layers leave is read by quotients in which a token's weight cancels
// (matched_layers.hpp, WeightedEncoding); so a token knows after each layer the same, and offers the same to the next.
// The run looks at the vertices of the simplex of weights, at every token and layer, and that there is one: every query
// finds a key.
class AnnaSimulation : public ExactSetting {
 public:
  AnnaSimulation(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        problem_(mpc::problem_by_name(parameters.text("protocol"), parameters.integer("n"),
                                      parameters.integer("letters"), parameters.integer("k"))),
        named_(variant == Variant::printed ? anna_named_simulation(Variant::repaired, parameters)
                                           : anna_named_matched_simulation(parameters)),
        l_(Integer(parameters.integer("l"))) {
    choices_ = {
        "Definition 3.3 is read with r and c r below the least distance of two identifiers (r = 0, or identifiers scaled), eta = "
        "0, and N(q, t) as tokens, not as the set of their keys",
        "the weights are any that the definition admits: exact match is one choice, and the vertices of the simplex of "
        "all are looked at",
        "what else is free is taken as in anna/simulates-mpc"};
    notes_ = {
        "with eta > 0 the outputs are right with probability 1 - (layers)(heads) eta at least; the corollary's T(input) = "
        "pi(input) does not speak of probability"};
  }

  const Task& task() const override { return *problem_; }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    const attention::MatchRun run = attention::run_by_definition(sim().network, sim().states(input_of(word)));
    std::vector<ExactOutput> result;
    for (const mpc::Value output : sim().outputs(run.states)) result.push_back({Rational(output), Json()});
    return result;
  }

  bool breaks_second_condition(std::span<const Symbol> word) const override {
    return !against_definition(word).empty();
  }

  std::vector<Check> input_checks(std::span<const Symbol> word) const override {
    const std::string why = against_definition(word);
    return {why.empty() ? holds(definition_check, Evidence::enumeration)
                        : refuted(Kind::construction, definition_check, why)};
  }

  std::vector<Check> checks_before() const override {
    return {mpc::separation_check(sim().encoding->code(), named_.alpha)};
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    std::string what = "the definition is not met";
    if (o.extra.first) what = against_definition(problem_->space().unrank(*o.extra.first));
    return {second_condition_check(definition_check, o, what), size_check(),
            mpc::growth_check(*sim().encoding, named_.alpha, sim().protocol.memory, sim().protocol.machines)};
  }

  Size size() const override {
    return {static_cast<long>(sim().network.heads()), static_cast<long>(sim().network.value_dimension()), 0};
  }

  Json weights() const override { return mpc::simulation_json(sim().protocol, sim().tokens, sim().network); }

  Json details(const Observation&) const override {
    const mpc::Protocol& p = sim().protocol;
    return {{"rounds", p.round_count()},
            {"depth", sim().depth()},
            {"machines", p.machines},
            {"routing_heads", sim().network.heads() - 1},
            {"query_key_dimension", sim().tokens.key_bits},
            {"encoding", mpc::encoding_json(*sim().encoding, named_.alpha, p.memory, p.machines)}};
  }

 private:
  static constexpr const char* definition_check = "definition-3.3";

  const MpcSimulation& sim() const { return named_.simulation; }

  mpc::Words input_of(std::span<const Symbol> word) const {
    mpc::Words input;
    for (const Symbol s : word) input.push_back(problem_->first_symbol() + static_cast<mpc::Value>(s));
    return input;
  }

  // Where this input has no admissible weights, or where it matters which they are; empty where neither is so.
  std::string against_definition(std::span<const Symbol> word) const {
    attention::MatchTrace trace;
    const attention::MatchRun run =
        attention::run_by_definition(sim().network, sim().states(input_of(word)), &trace);
    const auto layer = [&](std::size_t l) { return sim().network.layers[l].program->name; };
    if (!run.unmatched.empty()) {
      const auto& first = run.unmatched.front();
      return fmt::format(
          "{} queries find no key, where the definition has no weights that sum to 1; the first is token {}'s in {} of {}",
          run.unmatched.size(), first.token + 1, sim().network.layers[first.layer].heads[first.head].name,
          layer(first.layer));
    }
    if (const auto found = attention::dependence_on_weights(sim().network, trace, l_)) {
      return fmt::format("what token {} does behind {} depends on the weights, which l = {} leaves open",
                         found->token + 1, layer(found->layer), to_string(l_));
    }
    return {};
  }

  // At most six groups of heads and the one of numbers.
  Check size_check() const {
    const long heads = static_cast<long>(sim().network.heads());
    const std::string text = fmt::format(
        "R = {} rounds, {} layers; {} heads, where k = {} messages are sent; m = {} for queries and keys, {} for values",
        sim().protocol.round_count(), sim().depth(), heads, named_.heads, sim().tokens.key_bits,
        sim().network.value_dimension());
    const bool small = sim().depth() == sim().protocol.round_count() + 1 && heads <= 6 * named_.heads + 1;
    return small ? holds("size", Evidence::enumeration, text) : refuted(Kind::constant, "size", text);
  }

  std::unique_ptr<mpc::Problem> problem_;
  NamedSimulation named_;
  Rational l_;
};

class AnnaSimulatesMpc : public JudgedClaim {
 public:
  AnnaSimulatesMpc() : JudgedClaim(program_info("anna/anna-simulates-mpc")) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<AnnaSimulation>(variant, parameters);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_anna_simulates_mpc_claim() {
  return std::make_unique<AnnaSimulatesMpc>();
}

}  // namespace attest
