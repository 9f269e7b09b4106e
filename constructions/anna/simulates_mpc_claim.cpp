#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "attention/match_plan.hpp"
#include "claims/run_walk.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/named_simulation.hpp"
#include "constructions/anna/played_words.hpp"
#include "constructions/anna/simulates_mpc.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "protocols/simulator.hpp"
#include "theorems/program_info.hpp"
#include "verification/limits.hpp"

namespace attest {

namespace {

using mpc::Memory;
using mpc::Words;

constexpr long most_words_for_rows = 1024;

class SimulationSetting : public ExactSetting {
 public:
  SimulationSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        problem_(mpc::problem_by_name(parameters.text("protocol"), parameters.integer("n"),
                                      parameters.integer("letters"), parameters.integer("k"))) {
    NamedSimulation named = anna_named_simulation(variant, parameters);
    sim_ = std::move(named.simulation);
    heads_ = named.heads;
    alpha_ = named.alpha;
    choices_ = {
        "Local, Q, K, V and psi are arbitrary functions of one token's embedding (line 94); they have no "
        "parameters to count",
        "a machine knows in a round what it received in the round before, as in the proof's MachineIn; the "
        "sources count as no "
        "words",
        "the input is distributed in order (line 534); Definition 2.3 allows any distribution",
        "after round R a fixed reading of machine i's memory, without communication, gives its output words",
        "keys are numbers in binary digits; a head that is not used has the key 0",
        "the encoding of Lemma B.4 is that of anna/message-encoding"};
    if (variant == Variant::printed) {
      choices_.push_back(
          "readings: the element-wise functions of every layer see the token's number, and the remainder in "
          "Lemma B.5 is taken from 1, ..., s");
      choices_.push_back(
          "MachineOut_R, of which Lemma B.6 reads the output, is what machine i sends to itself in round R");
    }
    if (sim_.tokens.count > sim_.protocol.inputs) {
      notes_.push_back(
          "the protocol has more machines than input words: padded with empty tokens (Remark B.7)");
    }
    if (parameters.text("theorem") == "B.13") {
      notes_.push_back(
          "line 629, which derives Theorem B.10 from Lemma B.13, takes rho = min(epsilon/2, (epsilon' - "
          "epsilon)/4): Lemma B.12 "
          "wants rho < epsilon/2, and with rho = (epsilon' - epsilon)/4 the dimension is O(N^epsilon' log "
          "N), not "
          "O(N^epsilon'). Any smaller rho > 0 does; the protocol of Lemma B.12, which is cited and not printed, "
          "is anna/few-partners, and Theorem B.10 with it anna/sublinear-simulation");
    }
    if (parameters.text("theorem") == "B.13" && heads_ == sim_.protocol.memory) {
      notes_.push_back(
          "this protocol sends to and receives from up to s machines in a round: Lemma B.13 with k = s is "
          "Theorem "
          "B.2");
    }
  }

  const Task& task() const override { return *problem_; }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    return played_outputs(sim_, input_of(word));
  }

  // The direct run breaks a limit or errs, or the transformer's tokens do not know what the machines know.
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    return !disagreement(word).empty();
  }

  std::unique_ptr<Judge> make_judge() const override;

  std::vector<Check> checks_before() const override {
    return {well_formed(), mpc::separation_check(sim_.encoding->code(), alpha_)};
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    std::string what = "the direct run and the transformer disagree";
    if (o.extra.first) {
      const Word word = problem_->space().unrank(*o.extra.first);
      what = disagreement(word);
    }
    std::vector<Check> checks = {
        second_condition_check("agreement", o, what), size_check(),
        mpc::growth_check(*sim_.encoding, alpha_, sim_.protocol.memory, sim_.protocol.machines)};
    if (variant() == Variant::printed) checks.push_back(last_round());
    return checks;
  }

  Size size() const override {
    return {static_cast<long>(sim_.network.heads()), static_cast<long>(sim_.network.value_dimension()), 0};
  }

  Json weights() const override { return mpc::simulation_json(sim_.protocol, sim_.tokens, sim_.network); }

  Json details(const Observation&) const override {
    const mpc::Protocol& p = sim_.protocol;
    return {{"rounds", p.round_count()},
            {"depth", sim_.depth()},
            {"machines", p.machines},
            {"word_bits", p.word_bits},
            {"routing_heads", heads_},
            {"query_key_dimension", sim_.tokens.key_bits},
            {"encoding", mpc::encoding_json(*sim_.encoding, alpha_, p.memory, p.machines)}};
  }

  const MpcSimulation& simulation() const { return sim_; }

  Words input_of(std::span<const Symbol> word) const { return attest::input_of(*problem_, word); }

  Json direct_run_json(const Word& word) const {
    const mpc::Run run = mpc::simulate(sim_.protocol, input_of(word));
    Json rounds = Json::array();
    for (std::size_t round = 0; round < run.memories.size(); ++round) {
      Json machines = Json::array();
      for (const Memory& memory : run.memories[round]) {
        Json items = Json::array();
        for (const mpc::Item& item : memory) {
          items.push_back({{round == 0 ? "index" : "from", item.tag}, {"words", item.words}});
        }
        machines.push_back(std::move(items));
      }
      rounds.push_back({{"after_round", round}, {"memories", std::move(machines)}});
    }
    return {{"rounds", std::move(rounds)},
            {"output", run.output},
            {"violation", run.violation ? Json(run.violation->text()) : Json()},
            {"most_words_sent", run.most_sent},
            {"most_words_received", run.most_received},
            {"most_partners", run.most_partners}};
  }

  // Why the direct run is no R-round MPC run that computes the function and that the tokens follow; empty if it
  // is. `known_by`: the mpc::TokenState of a token, from 1, after a layer, from 0, that is not the last.
  template <class KnownBy>
  std::string disagreement(std::span<const Symbol> word, const KnownBy& known_by) const {
    const mpc::Run run = mpc::simulate(sim_.protocol, input_of(word));
    if (run.violation) return fmt::format("the direct run breaks a limit: {}", run.violation->text());
    for (std::size_t which = 0; which < run.output.size(); ++which) {
      const long truth = problem_->truth(word, which);
      if (run.output[which] != truth) {
        return fmt::format("the direct run puts out {} instead of {} at {}", run.output[which], truth,
                           which + 1);
      }
    }
    for (std::size_t layer = 0; layer < sim_.read.size(); ++layer) {
      for (long i = 1; i <= sim_.protocol.machines; ++i) {
        const mpc::TokenState& state = known_by(layer, i);
        if (state.readable && state.identity == i && state.memory == run.memories[layer][i - 1]) continue;
        return fmt::format("after layer {} token {} does not know what machine {} knows",
                           sim_.network.layers[layer].program->name, i, i);
      }
    }
    return {};
  }
  std::string disagreement(std::span<const Symbol> word) const {
    const auto states = states_of_simulation(sim_, input_of(word));
    return disagreement(word, [&](std::size_t layer, long token) {
      return sim_.read[layer](states[layer + 1][static_cast<std::size_t>(token) - 1]);
    });
  }

 private:
  // What the printed init lacks: after it every token of a machine has a row of its own, from which route_1
  // can make its query. On every word where there are few; where there are more, "agreement" sees that every
  // token of a word that is run knows its number.
  Check rows_differ() const {
    const InputSpace& space = task().space();
    const bool every = space.size() <= most_words_for_rows;
    const auto words = every ? static_cast<long>(space.size()) : 1L;
    for (long rank = 0; rank < words && sim_.tokens.numbers_by_head; ++rank) {
      const Word word = space.unrank(rank);
      if (const auto equal = equal_states_after_init(sim_, input_of(word))) {
        return ill_formed("well-formed",
                          fmt::format("after init the tokens {} and {} have equal rows on {}", equal->first,
                                      equal->second, problem_->to_json(word).dump()));
      }
    }
    const std::string text = fmt::format("after init the rows of {} tokens differ", sim_.protocol.machines);
    if (every)
      return holds("well-formed", Evidence::enumeration, fmt::format("{} on all {} words", text, words));
    return informative(undecided("well-formed", text + " on the first word; too many words to look at all"));
  }

  Check well_formed() const {
    if (variant() != Variant::printed) return rows_differ();
    const long n = sim_.protocol.inputs;
    const long s = sim_.protocol.memory;
    std::string reason;
    if (n >= s) reason = "Lemma B.5 names the entries -1 and 0 for idx = s (see anna/initialization)";
    // However the queries that the lemma leaves open are chosen: a head's output is one of these rows.
    const long rows = sim_.protocol.input_machines() + 1;
    if (sim_.protocol.round_count() >= 2 && sim_.protocol.machines > rows) {
      if (!reason.empty()) reason += "; ";
      reason += fmt::format(
          "the one head of init leaves at most {} different rows, those of {} keys and 0, but {} tokens need "
          "{} "
          "different queries p_i in route_1, and a query is a function of the row",
          rows, rows - 1, sim_.protocol.machines, sim_.protocol.machines);
    }
    if (reason.empty()) return holds("well-formed", Evidence::enumeration);
    return ill_formed("well-formed", reason);
  }

  // Line 578 has the layers route_1, ..., route_{R-1}; Definition 2.3 delivers the messages of every round.
  Check last_round() const {
    const long R = sim_.protocol.round_count();
    const Word first(problem_->space().length(), 0);
    const mpc::Run run = mpc::simulate(sim_.protocol, input_of(first));
    long between = 0;
    for (long i = 1; i <= sim_.protocol.machines && !run.violation; ++i) {
      for (const mpc::Item& item : run.memories.back()[i - 1]) between += item.tag != i ? 1 : 0;
    }
    if (between == 0) {
      return informative(holds("last-round", Evidence::enumeration,
                               fmt::format("on {} round {} sends nothing to another machine",
                                           problem_->to_json(first).dump(), R)));
    }
    return informative(refuted(
        Kind::construction, "last-round",
        fmt::format("no layer delivers the messages of round {}: on {} there are {} to other machines", R,
                    problem_->to_json(first).dump(), between)));
  }

  Check size_check() const {
    const long rounds = sim_.protocol.round_count();
    const std::string text = fmt::format(
        "R = {} rounds, {} layers; at most {} heads, {} of them for routing; m = {} for queries and keys, {} "
        "for "
        "values; words of {} bits",
        rounds, sim_.depth(), sim_.network.heads(), heads_, sim_.tokens.key_bits,
        sim_.network.value_dimension(), sim_.protocol.word_bits);
    return sim_.depth() == rounds + 1 ? holds("size", Evidence::enumeration, text)
                                      : refuted(Kind::constant, "size", text);
  }

  std::unique_ptr<mpc::Problem> problem_;
  MpcSimulation sim_;
  long heads_ = 0;
  long alpha_ = 0;
};

// Runs the transformer once for the outputs and the agreement, with what a state says read once.
class SimulationJudge : public Judge {
 public:
  explicit SimulationJudge(const SimulationSetting& setting)
      : setting_(setting), sim_(setting.simulation()), plan_(sim_.network), known_(sim_.read.size()) {}

  void judge(std::span<const Symbol> word, std::size_t, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    Word current(word.begin(), word.end());
    for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
      if (plan_.remembers_much()) forget();
      const attention::NumberedRun& run = plan_.run(sim_.states(setting_.input_of(current)));
      Rational worst = 0;
      for (std::size_t which = 0; which < static_cast<std::size_t>(sim_.protocol.inputs); ++which) {
        worst = std::max(worst, deviation_of(Decision::nearest, output(run.states[which]),
                                             setting_.task().truth(current, which)));
      }
      const auto known_by = [&](std::size_t layer, long token) -> const mpc::TokenState& {
        return known(layer, run.before[layer + 1][static_cast<std::size_t>(token) - 1]);
      };
      const bool disagrees = !setting_.disagreement(current, known_by).empty();
      if (worst >= decision_threshold()) tally.note_failing(index);
      if (disagrees) tally.extra.add(index);
      const Interval enclosure(worst, initial_precision);
      tally.note_error(enclosure.middle_double(), std::max(0.0, enclosure.upper_double()),
                       Interval(Rational(decision_threshold() - worst), initial_precision).lower_double(),
                       index);
      ++tally.checked;
    }
  }

 private:
  using Number = std::uint32_t;

  void forget() {
    plan_.forget();
    outputs_.clear();
    for (auto& of_layer : known_) of_layer.clear();
  }

  template <class T, class Make>
  static const T& once(std::vector<std::optional<T>>& all, Number number, const Make& make) {
    if (number >= all.size()) all.resize(number + std::size_t{1});
    if (!all[number]) all[number] = make();
    return *all[number];
  }

  const Rational& output(Number last_state) {
    return once(outputs_, last_state,
                [&] { return sim_.network.outputs(plan_.last_state(last_state)).front(); });
  }
  const mpc::TokenState& known(std::size_t layer, Number state) {
    return once(known_[layer], state, [&] { return sim_.read[layer](plan_.state(layer + 1, state)); });
  }

  const SimulationSetting& setting_;
  const MpcSimulation& sim_;
  attention::MatchPlan plan_;
  std::vector<std::optional<Rational>> outputs_;                    // [last state]
  std::vector<std::vector<std::optional<mpc::TokenState>>> known_;  // [layer][state behind it]
};

std::unique_ptr<Judge> SimulationSetting::make_judge() const {
  return std::make_unique<SimulationJudge>(*this);
}

class SimulatesMpc : public JudgedClaim, public WalkedClaim {
 public:
  SimulatesMpc() : JudgedClaim(program_info("anna/simulates-mpc")) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<SimulationSetting>(variant, parameters);
  }

  // Beside the transformer's outputs, what the machines know after each round of the direct run.
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    Json result = JudgedClaim::run(variant, parameters, input, seed);
    const SimulationSetting s(variant, parameters);
    result["direct_run"] = s.direct_run_json(s.task().from_json(result["input"]));
    return result;
  }

  Walkthrough walk(Variant variant, const Parameters& parameters, const Json& input,
                   std::uint64_t seed) const override {
    Walkthrough walk = run_walk(*this, variant, parameters, input, seed);
    const SimulationSetting s(variant, parameters);
    const auto answers =
        std::find_if(walk.sections.begin(), walk.sections.end(),
                     [](const WalkSection& section) { return section.title.rfind("the answers", 0) == 0; });
    const auto rounds =
        rounds_of_simulation(s.simulation(), s.input_of(s.task().from_json(walk.data["input"])));
    walk.sections.insert(answers, rounds.begin(), rounds.end());
    return walk;
  }
};

}  // namespace

std::unique_ptr<Claim> anna_simulates_mpc_claim() {
  return std::make_unique<SimulatesMpc>();
}

}  // namespace attest
