#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "constructions/anna/capacity_claims.hpp"
#include "constructions/anna/played_words.hpp"
#include "constructions/anna/pulled_simulation.hpp"
#include "protocols/column_merge.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

PulledSimulation pulled(const Parameters& p) {
  const mpc::Protocol protocol = mpc::protocol_by_name(p.text("protocol"), p.integer("n"), p.integer("s"),
                                                       p.integer("letters"), p.integer("hops"));
  try {
    return anna_pull(protocol, p.integer("k"));
  } catch (const std::invalid_argument& refused) {
    throw UsageError("n, s, k", fmt::format("{}, {}, {}", p.integer("n"), p.integer("s"), p.integer("k")),
                     fmt::format("smaller numbers: {}", refused.what()));
  }
}

class SublinearSimulation : public ExactSetting {
 public:
  SublinearSimulation(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        problem_(mpc::problem_by_name(parameters.text("protocol"), parameters.integer("n"),
                                      parameters.integer("letters"), parameters.integer("hops"))),
        sim_(pulled(parameters)),
        k_(parameters.integer("k")) {
    choices_ = {
        "Definition 3.3 is met with r and c r below the least distance of two identifiers, in both readings of N(q, t)",
        "element-wise functions are arbitrary and know the token's number, which a head of its own carries",
        "numbers have the O(log N) bits of a record (anna/few-partners)"};
    notes_ = {
        "k = N^rho with rho = min(epsilon/2, (epsilon' - epsilon)/4) gives O(R) layers, O(N^((epsilon' - epsilon)/4)) heads and "
        "m = O(N^epsilon), for constants epsilon, epsilon'"};
  }

  const Task& task() const override { return *problem_; }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    return played_outputs(sim_, input_of(*problem_, word));
  }

  bool breaks_second_condition(std::span<const Symbol> word) const override {
    return !against_unique_keys(word).empty();
  }

  std::vector<Check> input_checks(std::span<const Symbol> word) const override {
    const std::string why = against_unique_keys(word);
    return {why.empty() ? holds(keys_check, Evidence::enumeration)
                        : refuted(Kind::construction, keys_check, why)};
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    std::string what = "a query does not equal exactly one key";
    if (o.extra.first) what = against_unique_keys(problem_->space().unrank(*o.extra.first));
    return {second_condition_check(keys_check, o, what), size_check()};
  }

  Size size() const override {
    return {static_cast<long>(sim_.network.heads()), static_cast<long>(sim_.network.value_dimension()), 0};
  }

  Json weights() const override { return mpc::simulation_json(sim_.protocol, sim_.tokens, sim_.network); }

  Json details(const Observation&) const override {
    const mpc::CapacityPlan& plan = sim_.fixed.plan;
    return {{"rounds", sim_.protocol.round_count()},
            {"depth", sim_.depth()},
            {"machines", sim_.protocol.machines},
            {"machines_with_few_partners", plan.machines},
            {"machines_of_a_token", sim_.machines_of_token},
            {"levels", plan.levels},
            {"words_of_a_machine", plan.block() + 1},
            {"query_key_dimension", sim_.tokens.key_bits}};
  }

 private:
  static constexpr const char* keys_check = "unique-keys";

  // The first query that does not equal exactly one key; empty where all do.
  std::string against_unique_keys(std::span<const Symbol> word) const {
    attention::MatchTrace trace;
    attention::run_by_definition(sim_.network, sim_.states(input_of(*problem_, word)), &trace);
    for (std::size_t layer = 0; layer < trace.layers.size(); ++layer) {
      for (std::size_t head = 0; head < trace.layers[layer].size(); ++head) {
        const auto& matches = trace.layers[layer][head].matches;
        for (std::size_t token = 0; token < matches.size(); ++token) {
          if (matches[token].size() != 1)
            return fmt::format("in {} token {}'s query in {} equals {} keys",
                               sim_.network.layers[layer].program->name, token + 1,
                               sim_.network.layers[layer].heads[head].name, matches[token].size());
        }
      }
    }
    return {};
  }

  Check size_check() const {
    const mpc::Protocol& p = sim_.protocol;
    const mpc::CapacityPlan& plan = sim_.fixed.plan;
    const long g = sim_.machines_of_token;
    long windows = 0;
    while (mpc::power_of(k_, windows) < p.memory) ++windows;
    const auto heads = static_cast<long>(sim_.network.heads());
    const auto value = static_cast<long>(sim_.network.value_dimension());
    const long square = (k_ - 1) * (k_ - 1);
    const bool small =
        sim_.depth() == p.round_count() * (4 * plan.levels * (plan.levels + 1) + 2) + windows + 1 &&
        heads <= g * k_ + 1 && value <= std::max(g * (2 * plan.half + 1), p.memory) &&
        plan.half < std::max(p.memory, square) + k_ && (g - 1) * p.inputs < plan.machines &&
        plan.machines <= mpc::power_of(2, plan.levels) * p.machines;
    const std::string text = fmt::format(
        "{} layers for R = {} rounds, L = {}; {} heads, k = {}; values of {} numbers, s = {}; {} machines a token",
        sim_.depth(), p.round_count(), plan.levels, heads, k_, value, p.memory, g);
    return small ? holds("size", Evidence::enumeration, text) : refuted(Kind::constant, "size", text);
  }

  std::unique_ptr<mpc::Problem> problem_;
  PulledSimulation sim_;
  long k_;
};

class AnnaSublinearSimulation : public JudgedClaim {
 public:
  AnnaSublinearSimulation() : JudgedClaim(program_info("anna/sublinear-simulation")) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<SublinearSimulation>(variant, parameters);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_sublinear_simulation_claim() {
  return std::make_unique<AnnaSublinearSimulation>();
}

}  // namespace attest
