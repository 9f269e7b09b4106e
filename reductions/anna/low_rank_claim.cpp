#include "reductions/anna/low_rank_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "claims/counted_work.hpp"
#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/simulates_mpc.hpp"
#include "protocols/protocol_builder.hpp"
#include "protocols/simulator.hpp"
#include "reductions/anna/bucket_report.hpp"
#include "reductions/anna/low_rank_protocol.hpp"
#include "tasks/input_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr std::uint64_t largest_low_rank_space = 2'000'000;

struct Outcome {
  std::uint64_t checked = 0;
  std::uint64_t failing = 0;
  std::uint64_t wrong = 0;
  std::uint64_t broken = 0;
  std::uint64_t transformer_wrong = 0;
  Json first_wrong, first_broken, first_transformer_wrong;
  long most_held = 0, most_sent = 0, most_received = 0;
};

mpc::Words input_of_rank(const LowRankShape& shape, std::uint64_t rank) {
  std::uint64_t base = 1;
  for (long e = 0; e < shape.entries(); ++e) base *= static_cast<std::uint64_t>(shape.letters);
  mpc::Words input(shape.tokens);
  for (long i = shape.tokens; i-- > 0; rank /= base) input[i] = static_cast<mpc::Value>(rank % base);
  return input;
}

Json input_json(const LowRankShape& shape, const mpc::Words& input) {
  Json q = Json::array(), k = Json::array(), v = Json::array();
  for (const mpc::Value word : input) {
    const LowRankToken token = low_rank_token(shape, word);
    q.push_back(token.query);
    k.push_back(token.key);
    v.push_back(token.value);
  }
  return {{"q", q}, {"k", k}, {"v", v}};
}

Json rows_json(const LowRankShape& shape, const mpc::Words& words) {
  Json rows = Json::array();
  for (const mpc::Value word : words) rows.push_back(mpc::unpack(word, shape.width, shape.entry_bits()));
  return rows;
}

class LowRank : public WholeClaim {
 public:
  LowRank() : WholeClaim(program_info("anna/low-rank")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"N", 200}, {"r", 16}, {"m", 16}, {"s", 10000}, {"letters", 100}});
  }

  // {"q": [[1, 0]], "k": [[0, 1]], "v": [[1]]}: a row for each token.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const LowRankShape shape = shape_of(parameters);
    const auto n = static_cast<std::size_t>(shape.tokens);
    const auto r = static_cast<std::size_t>(shape.rank);
    const std::vector<long> letters = numbers(0, shape.letters - 1);
    const FieldsInput chosen = InputFields({{"q", {n, r}, letters},
                                            {"k", {n, r}, letters},
                                            {"v", {n, static_cast<std::size_t>(shape.width)}, letters}})
                                   .chosen(given, seed);
    RunResult result(chosen.json(), chosen.rank());
    if (const std::string defect = shape.defect(); !defect.empty()) {
      if (variant != Variant::printed) throw UsageError("s", parameters.text("s"), "more words: " + defect);
      result.add(ill_formed("well-formed", defect));
      return result.to_json();
    }
    const mpc::Protocol protocol = protocol_of(shape);
    const mpc::Words input = words_of(shape, chosen);
    const mpc::Words truth = low_rank_direct(shape, input);
    const mpc::Run run = mpc::simulate(protocol, input);
    result.steps["machines"] = protocol.machines;
    result.steps["rounds"] = protocol.round_count();
    result.steps["words held, sent, received"] = {run.most_held, run.most_sent, run.most_received};
    add_rows(shape, "row", run.violation ? mpc::Words() : run.output, truth, result);
    result.add(run.violation ? refuted(Kind::constant, "memory", run.violation->text())
                             : holds("memory", Evidence::enumeration,
                                     fmt::format("at most s = {} words", shape.memory)));
    if (parameters.text("theorem") == "D.1") {
      const std::optional<MpcSimulation> made = transformer_of(variant, shape, protocol);
      const mpc::Words outputs =
          made->outputs(attention::run_by_definition(made->network, made->states(input)).states);
      result.steps["layers, heads"] = {made->depth(), made->network.heads()};
      add_rows(shape, "transformer, row", outputs, truth, result);
      result.add(well_formed(shape, protocol, made, variant));
    }
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const LowRankShape shape = shape_of(parameters);
    if (parameters.text("theorem") != "D.1" || !shape.defect().empty()) return Json::object();
    const mpc::Protocol protocol = protocol_of(shape);
    const MpcSimulation made = transformer_of(variant, shape, protocol);
    return mpc::simulation_json(protocol, made.tokens, made.network);
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const LowRankShape shape = shape_of(parameters);
    const bool transformer = parameters.text("theorem") == "D.1";
    std::uint64_t space = 1;
    for (long e = 0; e < shape.tokens * shape.entries() && space <= largest_low_rank_space; ++e)
      space *= static_cast<std::uint64_t>(shape.letters);
    if (space > largest_low_rank_space)
      throw UsageError("N", parameters.text("N"),
                       fmt::format("at most {} inputs letters^(N(2r+m))", largest_low_rank_space));
    verdict.details["choices"] = {
        "The output is multilinear in the entries of q', k' and v (each product has one entry of each), on "
        "both sides, as machines only multiply k_i v_i^T and q_i^T M once and add; so entries 0 and 1 decide "
        "for all numbers.",
        "Tokens remember x_i, one word, and compute q_i at the end; it counts as sent and received.",
        "A last round brings row i, packed into one word, to machine ceil(i/s).",
        "One layer: the next one starts where this one ends, on the token machines."};
    if (const std::string defect = shape.defect(); !defect.empty()) {
      if (variant != Variant::printed) throw UsageError("s", parameters.text("s"), "more words: " + defect);
      verdict.checks = {ill_formed("well-formed", defect)};
      verdict.counterexample = {
          {"N", shape.tokens}, {"s", shape.memory}, {"r", shape.rank}, {"m", shape.width}};
      return;
    }
    const mpc::Protocol protocol = low_rank_protocol(shape);
    std::optional<MpcSimulation> made;
    std::optional<attention::MatchPlan> plan;
    if (transformer) {
      made = transformer_of(variant, shape, protocol);
      plan.emplace(made->network);
    }

    const Deadline deadline(options);
    Outcome o;
    CountedWork work(space);
    for (std::uint64_t rank = 0; rank < space; ++rank) {
      if (rank % 64 == 0 && deadline.reached()) break;
      work.reached(rank);
      try_input(shape, protocol, made, plan, input_of_rank(shape, rank), o);
    }
    report(variant, shape, protocol, made, space, deadline, o, verdict);
  }

 private:
  static LowRankShape shape_of(const Parameters& parameters) {
    return {parameters.integer("N"), parameters.integer("s"), parameters.integer("r"),
            parameters.integer("m"), parameters.integer("letters")};
  }

  static mpc::Protocol protocol_of(const LowRankShape& shape) {
    try {
      return low_rank_protocol(shape);
    } catch (const std::invalid_argument& error) {
      throw UsageError("N", std::to_string(shape.tokens), fmt::format("smaller sizes: {}", error.what()));
    }
  }

  static MpcSimulation transformer_of(Variant variant, const LowRankShape& shape,
                                      const mpc::Protocol& protocol) {
    return anna_simulate(variant, protocol,
                         mpc::greedy_code(protocol.machines, std::min(shape.memory, protocol.machines)),
                         shape.memory);
  }

  // One word a token: its digits q', k', v to base `letters`.
  static mpc::Words words_of(const LowRankShape& shape, const FieldsInput& input) {
    mpc::Words words;
    for (long i = 0; i < shape.tokens; ++i) {
      mpc::Value word = 0;
      const auto append = [&](const char* name, long width) {
        for (long e = 0; e < width; ++e)
          word = word * shape.letters + input.entries(name)[static_cast<std::size_t>(i * width + e)];
      };
      append("q", shape.rank);
      append("k", shape.rank);
      append("v", shape.width);
      words.push_back(word);
    }
    return words;
  }

  static void add_rows(const LowRankShape& shape, const std::string& name, const mpc::Words& output,
                       const mpc::Words& truth, RunResult& result) {
    const Json rows = rows_json(shape, output);
    const Json wanted = rows_json(shape, truth);
    for (std::size_t i = 0; i < truth.size(); ++i)
      result.answer(fmt::format("{} {}", name, i + 1), i < output.size() ? rows[i] : Json(), wanted[i]);
  }

  static void try_input(const LowRankShape& shape, const mpc::Protocol& protocol,
                        const std::optional<MpcSimulation>& made, std::optional<attention::MatchPlan>& plan,
                        const mpc::Words& input, Outcome& o) {
    ++o.checked;
    const mpc::Run run = mpc::simulate(protocol, input);
    o.most_held = std::max(o.most_held, run.most_held);
    o.most_sent = std::max(o.most_sent, run.most_sent);
    o.most_received = std::max(o.most_received, run.most_received);
    const mpc::Words truth = low_rank_direct(shape, input);
    bool good = true;
    const auto note = [&](std::uint64_t& count, Json& first, const char* name, Json what) {
      good = false;
      ++count;
      if (!first.is_null()) return;
      first = input_json(shape, input);
      first[name] = std::move(what);
      first["truth"] = rows_json(shape, truth);
    };
    if (run.violation) note(o.broken, o.first_broken, "violation", run.violation->text());
    if (!run.violation && run.output != truth)
      note(o.wrong, o.first_wrong, "got", rows_json(shape, run.output));
    if (made) {
      const mpc::Words outputs = made->outputs(*plan, input);
      if (outputs != truth)
        note(o.transformer_wrong, o.first_transformer_wrong, "got", rows_json(shape, outputs));
    }
    o.failing += good ? 0 : 1;
  }

  // `kind`: what a bad input refutes.
  static Check counted(Kind kind, const std::string& name, std::uint64_t bad, const Json& first,
                       const Outcome& o, const Deadline& deadline, const std::string& text) {
    if (bad > 0)
      return refuted(kind, name,
                     fmt::format("{} of {} inputs; the first is {}", bad, o.checked, first.dump()));
    if (deadline.reached()) return undecided(name, deadline.reason());
    return holds(name, Evidence::enumeration, text);
  }

  // The two slips of Theorem B.2 that leave its transformer undefined, for the protocol at hand (see
  // anna/simulates-mpc); what can be read is run all the same.
  static Check well_formed(const LowRankShape& shape, const mpc::Protocol& protocol,
                           const std::optional<MpcSimulation>& made, Variant variant) {
    std::string reason;
    if (made && variant == Variant::printed) {
      const long rows = protocol.input_machines() + 1;
      if (shape.tokens >= shape.memory) reason = "Lemma B.5 names the entries -1 and 0 for idx = s";
      if (protocol.round_count() >= 2 && protocol.machines > rows)
        reason += fmt::format("{}the one head of init leaves at most {} different rows for {} tokens",
                              reason.empty() ? "" : "; ", rows, protocol.machines);
    }
    if (!reason.empty()) return ill_formed("well-formed", "Theorem B.2, which the proof applies: " + reason);
    return holds("well-formed", Evidence::enumeration,
                 shape.tokens == 1 ? "one token, no tree"
                                   : fmt::format("fan-out floor(s/rm) = {}, {} machines", shape.fan_out(),
                                                 protocol.machines));
  }

  static void report(Variant variant, const LowRankShape& shape, const mpc::Protocol& protocol,
                     const std::optional<MpcSimulation>& made, std::uint64_t space, const Deadline& deadline,
                     const Outcome& o, Verdict& verdict) {
    const long N = shape.tokens;
    const long depth = shape.depth();
    const long R = protocol.round_count();
    verdict.inputs = {space, space, o.checked, o.failing};
    verdict.checks = {well_formed(shape, protocol, made, variant),
                      counted(Kind::construction, "output", o.wrong, o.first_wrong, o, deadline,
                              "Q' (K'^T V) in exact integers"),
                      counted(Kind::constant, "memory", o.broken, o.first_broken, o, deadline,
                              fmt::format("at most {} words held, {} sent, {} received in a round, s = {}",
                                          o.most_held, o.most_sent, o.most_received, shape.memory))};
    const long bound = 2 + 2 * depth_bound(N, shape.fan_out());
    const std::string rounds =
        fmt::format("R = {}, 2 + 2 ceil(log_a N) = {}, a = {}", R, bound, shape.fan_out());
    verdict.checks.push_back(R <= bound ? holds("rounds", Evidence::enumeration, rounds)
                                        : refuted(Kind::constant, "rounds", rounds));
    const std::string machines =
        fmt::format("{} machines, at most 2N - 1 + depth = {}", protocol.machines, 2 * N - 1 + depth);
    verdict.checks.push_back(protocol.machines <= 2 * N - 1 + depth
                                 ? holds("machines", Evidence::enumeration, machines)
                                 : refuted(Kind::constant, "machines", machines));
    if (made) {
      verdict.checks.push_back(counted(Kind::construction, "transformer", o.transformer_wrong,
                                       o.first_transformer_wrong, o, deadline,
                                       "psi of the last layer is row i at every token i <= N"));
      const std::string size =
          fmt::format("{} layers for R = {} rounds, {} heads, values of {} numbers, {} tokens", made->depth(),
                      R, made->network.heads(), made->network.value_dimension(), made->tokens.count);
      verdict.checks.push_back(made->depth() == R + 1 ? holds("depth", Evidence::enumeration, size)
                                                      : refuted(Kind::constant, "depth", size));
      verdict.size.heads = static_cast<long>(made->network.heads());
      verdict.size.embedding_dimension = static_cast<long>(made->network.value_dimension());
    }
    for (const Json* first : {&o.first_wrong, &o.first_broken, &o.first_transformer_wrong}) {
      if (!first->is_null()) {
        verdict.counterexample = *first;
        break;
      }
    }
    const long edges = N == 1 ? 0 : protocol.machines - 1;
    verdict.details["protocol"] = {{"machines", protocol.machines},
                                   {"rounds", R},
                                   {"depth_of_the_tree", depth},
                                   {"words_along_the_tree", 2 * edges * shape.rank * shape.width},
                                   {"words",
                                    {{"held", o.most_held},
                                     {"sent", o.most_sent},
                                     {"received", o.most_received},
                                     {"limit", shape.memory}}}};
    if (made)
      verdict.notes.push_back("what Theorem B.2 itself gets wrong has its verdict in anna/simulates-mpc");
  }
};

}  // namespace

std::unique_ptr<Claim> anna_low_rank_claim() {
  return std::make_unique<LowRank>();
}

}  // namespace attest
