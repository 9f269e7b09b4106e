#include "lowerbounds/anna/reformer_receptive_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "lowerbounds/anna/given_pattern.hpp"
#include "lowerbounds/anna/reformer_checks.hpp"

namespace attest {

namespace {

constexpr long most_layers = 6;
constexpr long most_witnesses = 1000;  // patterns that are run one by one

ClaimInfo reformer_receptive_field_entry() {
  ClaimInfo info;
  info.id = "anna/reformer-receptive-field";
  info.kind = "lowerbound";
  info.paper = "anna";
  info.title = "A Reformer with fixed chunks cannot compute SUM";
  info.statement =
      "In each of L layers the N tokens are divided into chunks of B that do not depend on the input, and "
      "each token "
      "attends to its chunk. Then T^L(X)_N is a function of at most B^L of the x_i; and whatever the "
      "transformer, some X in "
      "[M]^N has |T(X)_N - SUM(X)| >= epsilon, for any 0 < epsilon < M/2.";
  info.source = {"001_9fe7599dfb64bc47.txt", "Proposition E.3", 756, 831};
  info.variants = {
      {Variant::printed, "Chunks of exactly B tokens, no condition on B, L and N, every epsilon < M/2.", {}},
      {Variant::repaired,
       "Chunks of at most B tokens; some X has an error of at least max(0, N - B^L)(M-1)/2, and no larger "
       "bound holds for "
       "all patterns.",
       {"Chunks may have fewer than B tokens: sets of exactly B that are equal for all their members exist "
        "only if B "
        "divides N.",
        "The error is (N - B^L)(M-1)/2 for N > B^L in the place of any epsilon < M/2 for every N: up to N = "
        "B^L some pattern computes "
        "SUM exactly (the proof uses N > B^L, the statement hides it in L = O(1)); and one unseen token of "
        "[M] = {1..M} forces an "
        "error of (M-1)/2 only."}}};
  info.parameters = {
      integer_parameter("B", 1, 10, "tokens in a chunk"), integer_parameter("L", 1, most_layers, "layers"),
      integer_parameter("N", 1, 10, "tokens"), integer_parameter("M", 1, 1000000, "inputs are numbers 1..M")};
  info.parameters.back().default_value = "2";
  const auto add = [&info](int b, int l, int n, Status printed, bool quick, int m = 2) {
    info.standard_sizes.push_back(
        {{fmt::format("B={}", b), fmt::format("L={}", l), fmt::format("N={}", n), fmt::format("M={}", m)},
         quick,
         {{Variant::printed, printed}, {Variant::repaired, Status::holds}}});
  };
  add(1, 1, 1, Status::refuted, true);
  add(1, 1, 2, Status::refuted, true);
  add(1, 2, 3, Status::holds, true);
  add(2, 1, 2, Status::refuted, true);
  add(2, 1, 3, Status::ill_formed, true);
  add(2, 1, 4, Status::refuted, true, 1);
  add(2, 1, 4, Status::holds, true);
  add(2, 2, 4, Status::refuted, true);
  add(2, 2, 6, Status::holds, true);
  add(2, 2, 6, Status::holds, true, 5);
  add(2, 3, 6, Status::refuted, true);
  add(3, 1, 6, Status::holds, true);
  add(2, 2, 8, Status::holds, true);
  add(3, 2, 9, Status::refuted, false);
  add(2, 3, 10, Status::holds, false);
  return info;
}

class ReformerReceptiveField : public WholeClaim {
 public:
  ReformerReceptiveField() : WholeClaim(reformer_receptive_field_entry()) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"B", 24}, {"L", 12}, {"N", 24}});
  }

  // One pattern, layer 1 first: {"layers": [[[1, 2], [3, 4]], [[1, 3], [2, 4]]]}.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const ReformerSetting s = setting(parameters);
    const bool printed = variant == Variant::printed;
    const ChunkSize size = printed ? ChunkSize::exactly : ChunkSize::at_most;
    if (printed && s.n % s.b != 0) {
      RunResult none(given);
      none.add(ill_formed(
          "well-formed",
          fmt::format("{} does not divide N = {}: there are no chunks of exactly {}", s.b, s.n, s.b)));
      return none.to_json();
    }
    const ChosenPattern chosen = chosen_pattern(given, {s.n, s.b, s.depth, size}, seed);
    const TokenSet field = receptive_field(chosen.pattern, s.n);
    RunResult result(chosen.json, chosen.rank);
    result.steps["receptive field of token N"] = tokens_of(field, s.n);
    result.steps["least worst error"] = to_string(Rational(s.twice_error(field), 2));
    result.add(std::popcount(field) <= s.bound
                   ? holds("receptive-field", Evidence::enumeration,
                           fmt::format("{} tokens, at most B^L = {}", std::popcount(field), s.bound))
                   : refuted(Kind::statement, "receptive-field",
                             fmt::format("{} tokens, more than B^L = {}", std::popcount(field), s.bound)));
    Verdict verdict;
    check_witnesses(s, {{field, chosen.pattern}}, true, Deadline({}), verdict);
    result.add(verdict.checks);
    result.add(error_check(s, field, printed));
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const ReformerSetting s = setting(parameters);
    Json json;
    json["pattern"] = variant == Variant::printed ? "L partitions of [N] into chunks of B tokens"
                                                  : "L partitions of [N] into chunks of at most B tokens";
    json["adder"] =
        "queries and keys 0; value of token j: |chunk| T(X)_j for the chosen tokens, else 0; last map: + (N "
        "- |R|)(M+1)/2";
    json["B^L"] = s.bound;
    return json;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const ReformerSetting s = setting(parameters);
    const Deadline deadline(options);
    const bool printed = variant == Variant::printed;
    verdict.details["choices"] = {
        "[M] is {1, ..., M}; element-wise maps may depend on the token's number, as everywhere in the paper "
        "(line 504)"};
    verdict.notes = {"line 827: f_1(i) is read as f_{l+1}(i)",
                     "line 831: token N is always in its own receptive field (line 788), so it is not {x_1, "
                     "..., x_{B^L}} but another "
                     "set of that size",
                     "Definition E.1 attends to the token's own chunk only; an implementation that also "
                     "looks at the chunk before has up "
                     "to 2B tokens a layer"};
    if (printed && s.n % s.b != 0) {
      verdict.checks.push_back(ill_formed(
          "well-formed",
          fmt::format(
              "sets f(i) of exactly {0} tokens with f(j) = f(i) for j in f(i) divide [N] into sets of {0}, "
              "and {0} does not divide N = {1}",
              s.b, s.n)));
      verdict.counterexample = {{"B", s.b}, {"N", s.n}};
      return;
    }
    const ChunkSize size = printed ? ChunkSize::exactly : ChunkSize::at_most;
    const std::vector<ChunkLayer> layers = chunk_layers(s.n, s.b, size);
    Integer total = 1;
    for (int l = 0; l < s.depth; ++l) total *= layers.size();
    verdict.inputs = {total, total, 0, 0};
    const auto fields =
        all_receptive_fields(s.n, s.b, s.depth, size, [&deadline] { return deadline.reached(); });
    if (!fields) {
      verdict.checks.push_back(undecided("patterns", deadline.reason()));
      return;
    }
    for (const auto& [set, count] : fields->fields.back()) verdict.inputs.checked += count.patterns;
    if (printed) {
      verdict.checks.push_back(holds(
          "well-formed", Evidence::cover,
          fmt::format("{} divisions of [{}] into chunks of {} in each layer", fields->layers, s.n, s.b)));
    }
    check_receptive_fields(s, *fields, verdict);
    if (printed) {
      check_printed_error(s, *fields, verdict);
    } else {
      check_repaired_error(s, *fields, verdict);
    }
    const bool every = total <= most_witnesses;
    std::vector<FieldWitness> witnesses;
    if (every) {
      witnesses = every_pattern(layers, s.depth, s.n);
    } else {
      for (const auto& [set, count] : fields->fields.back()) witnesses.push_back({set, count.example});
    }
    check_witnesses(s, witnesses, every, deadline, verdict);
  }

 private:
  // Some input has at least the claimed error, whatever the transformer.
  static Check error_check(const ReformerSetting& s, TokenSet field, bool printed) {
    const Integer twice = s.twice_error(field);
    const Integer wanted = printed ? Integer(s.m) : Integer(std::max(0L, s.n - s.bound)) * (s.m - 1);
    const std::string text =
        fmt::format("twice the least worst error is {}, claimed is {}", twice.str(), wanted.str());
    return twice >= wanted ? holds("error", Evidence::enumeration, text)
                           : refuted(Kind::statement, "error", text);
  }

  static ReformerSetting setting(const Parameters& parameters) {
    ReformerSetting s{};
    s.b = static_cast<int>(parameters.integer("B"));
    s.depth = static_cast<int>(parameters.integer("L"));
    s.n = static_cast<int>(parameters.integer("N"));
    s.m = parameters.integer("M");
    s.bound = 1;
    for (int l = 0; l < s.depth; ++l) s.bound *= s.b;
    return s;
  }
};

}  // namespace

std::unique_ptr<Claim> anna_reformer_receptive_field_claim() {
  return std::make_unique<ReformerReceptiveField>();
}

}  // namespace attest
